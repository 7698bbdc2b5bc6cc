// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '#web/platform/testing.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

const LOOK = { x: 300, y: 700 };
const ELSEWHERE = { x: 40, y: 700 };

/** Sends an event that came about so long after the dialog opened. */
const at = (openedAt: number, ms: number, target: Element, event: Event): boolean => {
  Object.defineProperty(event, 'timeStamp', { value: openedAt + ms });
  return fireEvent(target, event);
};

const pressed = (type: string, { x, y }: typeof LOOK) =>
  new PointerEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, detail: 1 });

const open = (opener: Event) => {
  const onPay = vi.fn<() => void>();
  fireEvent(document.body, opener);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5000);
  show(
    <Dialog
      opened
      onClose={() => {}}
      title="Pay"
      footer={
        <button type="button" onClick={onPay} onKeyDown={onPay}>
          Confirm
        </button>
      }
    >
      What is paid
    </Dialog>,
  );
  clock.mockRestore();
  const button = screen.getByRole('button', { name: 'Confirm' });
  return {
    onPay,
    tap: (ms: number, spot: typeof LOOK, held = 20) => {
      at(5000, ms, button, pressed('pointerdown', spot));
      at(5000, ms + held, button, pressed('click', spot));
    },
    enter: (ms: number, repeat = false) =>
      at(5000, ms, button, new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true })),
    hear: (ms: number) => at(5000, ms, button, new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 })),
  };
};

test.each([0, 80, 200, 399])('a touch %i ms after the dialog opened does nothing', (ms) => {
  const { tap, onPay } = open(pressed('pointerdown', LOOK));
  tap(ms, ELSEWHERE);
  expect(onPay).not.toHaveBeenCalled();
});

test('one that began too early does nothing either, and the next one counts', () => {
  const { tap, onPay } = open(pressed('pointerdown', LOOK));
  tap(380, ELSEWHERE, 200);
  expect(onPay).not.toHaveBeenCalled();
  tap(700, ELSEWHERE);
  expect(onPay).toHaveBeenCalledOnce();
});

test('where the dialog was opened the second half of a slow double tap does nothing', () => {
  const { tap, onPay } = open(pressed('pointerdown', LOOK));
  tap(600, { x: LOOK.x + 10, y: LOOK.y - 10 });
  expect(onPay).not.toHaveBeenCalled();
  tap(401, ELSEWHERE);
  expect(onPay).toHaveBeenCalledOnce();
});

test('an Enter that opened the dialog does not answer it, pressed again or held', () => {
  const { enter, onPay } = open(new KeyboardEvent('keydown', { key: 'Enter' }));
  expect(enter(150)).toBe(false);
  expect(enter(600)).toBe(false);
  expect(enter(900, true)).toBe(false);
  expect(onPay).not.toHaveBeenCalled();
  expect(enter(1000)).toBe(true);
  expect(onPay).toHaveBeenCalledOnce();
});

test('a screen reader and a key after a touch lose nothing after 400 ms, whatever was touched before', () => {
  const { tap, hear, enter, onPay } = open(pressed('pointerdown', LOOK));
  hear(399);
  tap(100, ELSEWHERE, 10);
  expect(onPay).not.toHaveBeenCalled();
  hear(401);
  expect(enter(402)).toBe(true);
  expect(onPay).toHaveBeenCalledTimes(2);
});

test('the next step of one dialog takes no touch and no Enter right after it came, either', () => {
  const onClose = vi.fn<() => void>();
  const Steps = () => {
    const [step, setStep] = useState(0);
    return (
      <Dialog
        opened
        onClose={() => {}}
        title="Close day"
        step={step}
        footer={
          <button type="button" onClick={() => (step === 0 ? setStep(1) : onClose())}>
            {step === 0 ? 'Next' : 'End'}
          </button>
        }
      >
        {step}
      </Dialog>
    );
  };
  const clock = vi.spyOn(performance, 'now').mockReturnValue(5000);
  show(<Steps />);
  clock.mockReturnValue(9000);
  const tap = (ms: number) => {
    at(5000, ms, screen.getByRole('button', { name: /^(Next|End)$/ }), pressed('pointerdown', LOOK));
    at(5000, ms + 20, screen.getByRole('button', { name: /^(Next|End)$/ }), pressed('click', LOOK));
  };
  tap(3980);
  clock.mockRestore();
  screen.getByRole('button', { name: 'End' });
  tap(4080);
  tap(4600);
  at(5000, 4200, screen.getByRole('button', { name: 'End' }), new MouseEvent('click', { bubbles: true, cancelable: true, detail: 0 }));
  expect(onClose).not.toHaveBeenCalled();
  tap(4800);
  expect(onClose).toHaveBeenCalledOnce();
});
