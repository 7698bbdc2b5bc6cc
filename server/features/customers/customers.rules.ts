import type { Customer } from '#contract/customers.ts';

/** Two spellings of the same digits are one phone; one without digits stands for itself, as customers.phone_key has it. */
export const phoneKeyOf = (phone: string): string => phone.replace(/\D/g, '') || phone;

/** True when nothing but a phone was meant, in whatever spelling that a customer's may have (part-1 §5). */
export const isPhoneText = (text: string): boolean => /^(?:[\d\s\-+_,.^*?$#()/]|ext|x)+$/.test(text) && /\d/.test(text);

/**
 * Where to look for what a person types to pick a customer, the likeliest first: the beginnings of names, or a phone, also in
 * another spelling of its digits; then the middle of names and of phones.
 */
export const readSearch = (text: string): ['start' | 'name' | 'phone', string][] => {
  const digits = isPhoneText(text) ? phoneKeyOf(text) : '';
  const names = [
    ['start', text],
    ['name', text],
  ] satisfies ['start' | 'name', string][];
  if (!digits) return [...names, ['phone', text]];
  return [['phone', digits], ...(digits === text ? [] : [['phone', text] satisfies ['phone', string]]), ...names];
};

type StoredCustomer = Omit<Customer, 'phone' | 'name' | 'created_at' | 'updated_at'> & {
  phone: string | null;
  name: string | null;
  created_at: Date;
  updated_at: Date | null;
};

/** A customer who is not erased has a phone and a name. */
export const toCustomer = ({ phone, name, created_at, updated_at, ...row }: StoredCustomer): Customer => ({
  ...row,
  phone: phone!,
  name: name!,
  created_at: created_at.toISOString(),
  updated_at: updated_at?.toISOString() ?? null,
});
