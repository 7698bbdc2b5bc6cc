import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { PrintSettings } from '#contract/shown-settings.ts';
import { usePrinting } from '#web/platform/printing.ts';
import classes from './PrintPage.module.css';

interface PrintPageProps {
  title: string;
  width: PrintSettings['page_format'];
  children: ReactNode;
}

const MM_PER_PX = 25.4 / 96;

/** Prints what is inside on paper of its width, as long as it needs, and stays readable afterwards. */
export const PrintPage = ({ title, width, children }: PrintPageProps) => {
  const paper = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  usePrinting(true);

  useLayoutEffect(() => {
    // Shorter than wide would make the printer turn the page.
    const measure = () => setHeight(Math.max(Number(width), Math.ceil((paper.current?.offsetHeight ?? 0) * MM_PER_PX) + 1));
    measure();
    // Fonts that arrive later make it longer.
    window.addEventListener('beforeprint', measure);
    void document.fonts.ready?.then(measure);
    return () => window.removeEventListener('beforeprint', measure);
  }, [width]);

  return (
    <div className={classes.page}>
      <title>{title}</title>
      <style>{`@page { size: ${width}mm ${height}mm; margin: 0 }`}</style>
      <div className={classes.bar}>
        <button type="button" className={classes.button} onClick={() => window.print()}>
          Print
        </button>
        <button type="button" className={classes.button} onClick={() => window.close()}>
          Close
        </button>
      </div>
      <main ref={paper} className={classes.paper}>
        {children}
      </main>
    </div>
  );
};

/** What the window says as long as there is nothing to print. */
export const PrintNotice = ({ isWaiting, missing }: { isWaiting: boolean; missing: string }) => (
  <main className={classes.page}>
    <title>Comanda</title>
    <p className={classes.sentence} role="status">
      {isWaiting ? 'Please wait...' : missing}
    </p>
  </main>
);
