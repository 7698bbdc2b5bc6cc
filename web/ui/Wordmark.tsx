import classes from './Wordmark.module.css';

/** The product's sign, a torn-off slip, and its name. */
export const Wordmark = ({ size = 28 }: { size?: number }) => (
  <span className={classes.wordmark} style={{ fontSize: size * 0.68 }}>
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--mantine-color-ember-6)" />
      <path d="M9 7h14v18l-2.33-2-2.34 2L16 23l-2.33 2-2.34-2L9 25z" fill="#fff" />
      <path d="M12.5 12h7M12.5 16h4.5" stroke="var(--mantine-color-ember-6)" strokeWidth="2" strokeLinecap="round" />
    </svg>
    Comanda
  </span>
);
