import { Card, DEFAULT_THEME, luminance, MantineProvider, mergeMantineTheme, NumberInput } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { resolveVariables, statusTokens, theme } from './theme.ts';

const AA = 4.5;
const full = mergeMantineTheme(DEFAULT_THEME, theme);
const variables = resolveVariables(full);
const ours = ['ember', 'gray', 'red', 'green', 'blue', 'yellow', 'teal', 'violet', 'orange'];

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};
const shade = (hue: string, index: number): string => full.colors[hue]?.[index] ?? '';

test.each(ours)('%s is legible: white on it, on its light tint, in the dark', (hue) => {
  expect(contrast('#ffffff', shade(hue, 6))).toBeGreaterThanOrEqual(AA);
  expect(contrast(shade(hue, 7), shade(hue, 1))).toBeGreaterThanOrEqual(AA);
  expect(contrast(shade(hue, 3), variables.dark['--surface'] ?? '')).toBeGreaterThanOrEqual(AA);
});

test.each(statusTokens)('the state %s is legible in both schemes', (token) => {
  for (const scheme of [variables.light, variables.dark] as Record<string, string>[]) {
    expect(contrast(scheme[`--status-${token}-text`] ?? '', scheme[`--status-${token}-bg`] ?? '')).toBeGreaterThanOrEqual(AA);
  }
});

test('text, quiet text and errors are legible on canvas and surface', () => {
  for (const ground of ['--canvas', '--surface', '--surface-sunken'] as const) {
    const [light = '', dark = ''] = [variables.light[ground], variables.dark[ground]];
    for (const text of [full.black, shade('gray', 6), shade('red', 6), shade('ember', 7)]) {
      expect(contrast(text, light)).toBeGreaterThanOrEqual(AA);
    }
    for (const text of [shade('dark', 0), shade('dark', 2), shade('red', 4), shade('ember', 3)]) {
      expect(contrast(text, dark)).toBeGreaterThanOrEqual(AA);
    }
  }
});

// Refund, Cancel: Mantine paints what is under the pointer or has the focus
test('a dangerous entry of a menu is legible while it is touched, in both schemes', () => {
  expect(contrast(shade('red', 6), shade('gray', 1))).toBeGreaterThanOrEqual(AA);
  expect(contrast(variables.dark['--mantine-color-error'] ?? '', shade('dark', 4))).toBeGreaterThanOrEqual(AA);
});

// Mantine's own is that of a field in the dark
test('a card lies on the surface, whichever screen it is on', () => {
  const { container } = render(
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} forceColorScheme="dark">
      <Card>Details</Card>
    </MantineProvider>,
  );
  expect(container.querySelector<HTMLElement>('.mantine-Card-root')?.style.backgroundColor).toBe('var(--surface)');
});

const number = (props: ComponentProps<typeof NumberInput>) => {
  render(
    <MantineProvider theme={theme}>
      <NumberInput label="Number" {...props} />
    </MantineProvider>,
  );
  return screen.getByRole<HTMLInputElement>('textbox', { name: 'Number' });
};

test.each([
  ['Cairo', '١٢٫٥', 12.5],
  ['Tehran', '۱۲۰', 120],
  ['Tokyo', '１２．５', 12.5],
  ['Mumbai', '१२', 12],
  ['Zürich', '12,5', 12.5],
])('a number field reads what is typed in %s', async (_, typed, read) => {
  let value = Number.NaN;
  const field = number({ suffix: ' %', onChange: (number) => (value = Number(number)) });
  await userEvent.type(field, typed);
  expect([field.value, value]).toEqual([`${read} %`, read]);
});

test('a digit in the middle of a number leaves the caret behind it', async () => {
  const field = number({ allowDecimal: false, defaultValue: 19 });
  await userEvent.type(field, '٢٣', { initialSelectionStart: 1 });
  expect(field.value).toBe('1239');
  await userEvent.clear(field);
  await userEvent.click(field);
  await userEvent.paste('٤٥');
  expect(field.value).toBe('45');
});

test('what an input method is still composing is its own: read ahead of it, the digits would stand there twice', () => {
  const field = number({});
  // as React reads it: the value is set past its own setter
  const typed = (value: string, isComposing: boolean) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value);
    const set = vi.spyOn(field, 'value', 'set');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing }));
    const values = set.mock.calls.map(([to]) => to);
    set.mockRestore();
    return values;
  };
  expect(typed('１２', true)).not.toContain('12');
  expect(typed('１２', false)).toContain('12');
});
