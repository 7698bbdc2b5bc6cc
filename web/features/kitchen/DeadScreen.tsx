import { IconWifiOff } from '@tabler/icons-react';
import classes from './DeadScreen.module.css';

/** Over the whole screen: what stands below is old, and nobody may cook from it unknowing. */
export const DeadScreen = () => (
  <div className={classes.dead} role="alert">
    <IconWifiOff size={120} stroke={1.5} aria-hidden />
    <p className={classes.word}>No connection</p>
    <p className={classes.advice}>New tickets do not arrive here. Please ask at the pass!</p>
  </div>
);
