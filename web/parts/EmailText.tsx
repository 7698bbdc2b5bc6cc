import { Fragment } from 'react';

/** An e-mail address, which where it is too long for its line goes on below at its @ or at a dot, not in the middle of a word. */
export const EmailText = ({ of }: { of: string }) =>
  of.split(/(?=[@.])/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ));
