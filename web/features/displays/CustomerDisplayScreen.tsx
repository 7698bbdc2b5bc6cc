import { Button, Loader } from '@mantine/core';
import { IconToolsKitchen2, IconUnlink } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { ShownCart } from '#contract/displays.ts';
import { Money } from '#web/parts/Money.tsx';
import { Page } from '#web/ui/Page.tsx';
import classes from './CustomerDisplayScreen.module.css';
import wall from './Wall.module.css';
import { FullScreenButton } from './FullScreenButton.tsx';
import { codeText, useDisplay } from './pairing.ts';
import { useDisplayFullScreen } from './display-full-screen.ts';

const Sum = ({ word, value, currency, isLarge }: { word: string; value: number; currency: string; isLarge?: boolean }) => (
  <p className={classes.sum} data-large={isLarge || undefined}>
    <span>{word}</span>
    <Money value={value} currency={currency} />
  </p>
);

const Cart = ({ shown: { lines, total }, currency }: { shown: ShownCart; currency: string }) => {
  const list = useRef<HTMLUListElement>(null);
  // what was rung up last stands in sight
  useEffect(() => {
    list.current?.scrollTo?.({ top: list.current.scrollHeight });
  }, [lines]);
  return (
    <>
      <ul ref={list} className={classes.lines} tabIndex={0} aria-label="What was rung up">
        {lines.map(({ title, quantity, total: lineTotal }, place) => (
          // two lines may be equal
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>
            <span className="tabular">{quantity}×</span>
            <span>{title}</span>
            <Money value={lineTotal} currency={currency} />
          </li>
        ))}
      </ul>
      <div role="status">
        <Sum word="Total" value={total} currency={currency} isLarge />
      </div>
    </>
  );
};

const Paid = ({ paid, total, currency }: { paid: NonNullable<ShownCart['paid']>; total: number; currency: string }) => (
  <div className={classes.paid} role="status">
    <Sum word="Total" value={total} currency={currency} />
    {paid.given !== null && <Sum word="Given" value={paid.given} currency={currency} />}
    {paid.change !== null && (
      <p className={classes.change}>
        <span>Change</span>
        <Money value={paid.change} currency={currency} />
      </p>
    )}
    <p className={classes.thanks}>Thank you!{paid.tokenNo > 0 && ` Your number is ${paid.tokenNo}.`}</p>
  </div>
);

const Idle = ({ name, image }: { name: string; image: string | null }) => (
  <div className={classes.idle}>
    {image ? <img src={image} alt="" className={classes.picture} /> : <IconToolsKitchen2 className={classes.mark} stroke={1} aria-hidden />}
    <p className={classes.name}>{name}</p>
  </div>
);

/** How a till is paired with this display. */
const Code = ({ code }: { code: string | undefined }) => (
  <div className={classes.idle} role="status">
    {code ? (
      <>
        <p className={classes.word}>Enter this code at the till</p>
        <p className={classes.code}>{codeText(code)}</p>
        <p className={classes.hint}>At the till, search for “Displays”. The code is valid for ten minutes; then a new one appears here.</p>
      </>
    ) : (
      <Loader role="status" aria-label="Asking for a code" />
    )}
  </div>
);

/** For the guest at the till: what it rings up, the sum, then the change in figures that nobody misreads. */
type Shown = ReturnType<typeof useDisplay>;

/** What the guest sees: the code that pairs it, the shop, the cart, or what was paid. */
const Stage = ({ data, isPaired, code, error }: Pick<Shown, 'data' | 'isPaired' | 'code' | 'error'>) => {
  const shown = isPaired ? data?.shown : null;
  const currency = data?.store.currency ?? 'USD';
  const isAway = error !== null && error.status !== 404;
  return (
    <div className={classes.stage}>
      {isAway && <p className={classes.away}>No connection at the moment.</p>}
      {!isPaired && !isAway && <Code code={code} />}
      {isPaired && data && !shown && <Idle {...data.store} />}
      {shown && !shown.paid && <Cart shown={shown} currency={currency} />}
      {shown?.paid && <Paid paid={shown.paid} total={shown.total} currency={currency} />}
    </div>
  );
};

export const CustomerDisplayScreen = () => {
  const { isFull, toggle, board } = useDisplayFullScreen('CUSTOMER_DISPLAY');
  const { unpair, ...display } = useDisplay({ kind: 'customer', isAsking: true });
  return (
    <div ref={board} className={wall.wall} data-full={isFull || undefined}>
      <Page
        title="Customer display"
        fill
        actions={
          <>
            {display.isPaired && !isFull && (
              <Button variant="default" leftSection={<IconUnlink size={18} aria-hidden />} onClick={() => void unpair()}>
                Unpair
              </Button>
            )}
            <FullScreenButton isFull={isFull} onToggle={toggle} />
          </>
        }
      >
        <Stage {...display} />
      </Page>
    </div>
  );
};
