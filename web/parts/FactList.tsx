import type { ReactNode } from 'react';
import classes from './FactList.module.css';

/** Facts below each other: each `dt` beside its `dd`, on a phone above it. */
export const FactList = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>;
