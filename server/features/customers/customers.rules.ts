/** Two spellings of the same digits are one phone; one without digits stands for itself, as customers.phone_key has it. */
export const phoneKeyOf = (phone: string): string => phone.replace(/\D/g, '') || phone;

/**
 * Where to look for what a person types to pick a customer, the likeliest first: the beginnings of names, or a phone, also in
 * another spelling of its digits; then the middle of names and of phones.
 */
export const readSearch = (text: string): ['start' | 'name' | 'phone', string][] => {
  const digits = /^[\d\s+()./-]+$/.test(text) ? text.replace(/\D/g, '') : '';
  const names = [
    ['start', text],
    ['name', text],
  ] satisfies ['start' | 'name', string][];
  if (!digits) return [...names, ['phone', text]];
  return [['phone', digits], ...(digits === text ? [] : [['phone', text] satisfies ['phone', string]]), ...names];
};
