interface Called {
  customer_name: string | null;
  guest_name?: string | null | undefined;
}

/** How a guest is called: as they call themself, and beside it who the store knows by the phone. */
export const calledName = ({ guest_name: own, customer_name: name }: Called): string | null => (own && name ? `${own} (${name})` : name);
