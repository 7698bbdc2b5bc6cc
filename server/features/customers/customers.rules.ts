/** Two spellings of the same digits are one phone; one without digits stands for itself, as customers.phone_key has it. */
export const phoneKeyOf = (phone: string): string => phone.replace(/\D/g, '') || phone;

/** What a person may have meant who types this to pick a customer: the text itself, and the digits of a phone in another spelling. */
export const readSearch = (text: string): string[] => {
  const digits = /^[\d\s+()./-]+$/.test(text) ? text.replace(/\D/g, '') : '';
  return digits && digits !== text ? [text, digits] : [text];
};
