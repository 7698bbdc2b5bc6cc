import { defaultsOf, type PaymentKind, type PaymentType } from '#contract/payment-types.ts';

interface Stored {
  id: number;
  title: string;
  is_active: boolean;
  kind: string | null;
  gives_change: boolean | null;
  takes_tip: boolean | null;
  needs_reference: boolean | null;
}

/** A stored payment type; what nobody said is as its title and kind suggest. */
export const withTraits = ({ kind, gives_change, takes_tip, needs_reference, ...type }: Stored): PaymentType => {
  const usual = defaultsOf(type.title, (kind ?? undefined) as PaymentKind | undefined);
  return {
    ...type,
    kind: usual.kind,
    gives_change: gives_change ?? usual.givesChange,
    takes_tip: takes_tip ?? usual.takesTip,
    needs_reference: needs_reference ?? usual.needsReference,
  };
};
