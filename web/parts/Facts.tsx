import { Fragment, type ReactNode } from 'react';

/** Facts side by side; each is read in its own direction, whatever stands beside it. */
export const Facts = ({ facts }: { facts: readonly ReactNode[] }) =>
  facts.filter(Boolean).map((fact, place) => (
    <Fragment key={place}>
      {place > 0 && ' · '}
      <bdi>{fact}</bdi>
    </Fragment>
  ));
