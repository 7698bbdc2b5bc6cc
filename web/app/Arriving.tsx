import { Outlet, useNavigation } from 'react-router';
import classes from './Arriving.module.css';

/** Shows that the next screen's code is on its way; the present screen stays until then. */
export const Arriving = () => (
  <>
    {useNavigation().state !== 'idle' && (
      <div className={classes.bar} role="status">
        <span className="sr-only">Please wait...</span>
      </div>
    )}
    <Outlet />
  </>
);
