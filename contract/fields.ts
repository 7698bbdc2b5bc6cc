import * as z from 'zod';

const MAX_ID = 2 ** 53 - 1;
export const INVALID = 'Invalid request!';
// A schema without a sentence of its own must not speak zod's language to people.
z.config({ customError: () => INVALID });

/** PostgreSQL text holds no NUL, and a lone surrogate is no text at all: both are refused before they reach a query. */
export const isStorable = (text: string): boolean => !/\p{Surrogate}/u.test(text) && !text.includes('\u0000');

/** A text, trimmed, of at most `max` characters, that the database can store. `sentence` answers every fault. */
export const text = (max: number, sentence = INVALID) =>
  z
    .string(sentence)
    .refine(isStorable, sentence)
    .trim()
    .max(max, sentence === INVALID ? `At most ${max} characters, please!` : sentence);

/** A text that must be given; absent, null and empty get the sentence (wire.md §1). */
export const requiredText = (max: number, sentence: string) =>
  z.string(sentence).refine(isStorable, sentence).trim().min(1, sentence).max(max, `At most ${max} characters, please!`);

/** A title of at most 120 characters that must be given (wire.md §1). */
export const title = (sentence: string) => requiredText(120, sentence);

/** A text that may be left out (undefined: keep) or cleared (null or empty: null), as wire.md §1 says of absent fields. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => (value === '' ? null : value));

export const WRONG_PHONE = 'Please provide valid phone no.!';
/** part-1 §5: nothing but these characters, or the words ext or x. How many, the field says. */
export const isPhone = (text: string): boolean => /^(?:[\d \-+_,.^*?$#()]|ext|x)+$/.test(text);
/** Of a store or its staff, as they write it: whatever stands around the digits, such as 030/1234 or two of them. */
export const isPrintedPhone = (text: string): boolean => /(?:\P{Nd}*\p{Nd}){3}/u.test(text);
export const WRONG_EMAIL = 'Please provide valid email!';
/** The phone of somebody of the staff: may be left out, or cleared. */
export const memberPhone = optionalText(40).refine((value) => value == null || isPhone(value) || isPrintedPhone(value), WRONG_PHONE);

/** A database id in a body or an answer. */
export const id = z.int(INVALID).min(1, INVALID).max(MAX_ID, INVALID);

const digits = z
  .string(INVALID)
  .regex(/^[1-9]\d{0,15}$/, INVALID)
  .transform(Number)
  .pipe(id);

/** An id in a path or a query, where everything is a text. */
export const pathId = digits;

/** Ids in a query, separated by commas; duplicates collapse. An empty text names none. */
export const idList = (max: number, sentence: string) =>
  z
    .string(INVALID)
    .regex(/^([1-9]\d{0,15}(,[1-9]\d{0,15})*)?$/, INVALID)
    .transform((value) => [...new Set(value === '' ? [] : value.split(',').map(Number))])
    .pipe(z.array(id).max(max, sentence));

/** An id in a body, that old clients may send as a text. */
export const looseId = z.union([id, digits], INVALID);

/** An id that may be absent (undefined), or null or an empty text for none (null). */
export const optionalId = z
  .union([looseId, z.literal(''), z.null()], INVALID)
  .optional()
  .transform((value) => (value === '' ? null : value));

/** 1, 0, true or false, as writes take them (wire.md §1). */
export const flag = z.union([z.boolean(), z.literal(1), z.literal(0)], INVALID).transform((value) => value === true || value === 1);

/** A flag that may be left out (undefined); null and an empty text clear it: off. */
export const optionalFlag = z
  .union([flag, z.null(), z.literal('')], INVALID)
  .optional()
  .transform((value) => (value === undefined ? undefined : value === true));

/** What may be left out and has no empty value: null and an empty text are as good as nothing (wire.md §1). */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : (value ?? undefined)), schema.optional()).optional() as unknown as z.ZodOptional<
    z.ZodType<z.output<T>, z.input<T> | null>
  >;

/** One of a few words, or the default when it is absent, null or empty. */
export const wordOr = <const W extends string>(words: readonly W[], fallback: W, sentence = INVALID) =>
  z
    .union([z.enum(words, sentence), z.null(), z.literal('')], sentence)
    .optional()
    .transform((value): W => value || fallback);

/** A print or store flag as reads give it: 1 or 0. */
export const oneOrZero = z.union([z.literal(1), z.literal(0)]);

const DECIMAL = /^-?\d{1,16}(\.\d{1,8})?$/;

/** A sum of money or a rate, as a number or a decimal text; comes out as decimal text. Decimals are counted by the server, which knows the currency. */
export const decimal = (sentence: string) =>
  z
    .union([z.number(sentence), z.string(sentence)], sentence)
    .transform(String)
    .pipe(z.string(sentence).trim().regex(DECIMAL, sentence));

/** A decimal that is zero or more: 0 is a value, never 'missing' (wire.md §1). */
export const price = (sentence: string) => decimal(sentence).refine((value) => !value.startsWith('-') || /^-[0.]+$/.test(value), sentence);

/** A decimal that may be absent (undefined) or cleared (null). */
export const optionalPrice = (sentence: string) =>
  z
    .union([z.literal(''), z.null(), price(sentence)], sentence)
    .optional()
    .transform((value) => (value === '' ? null : value));

/** A sum that a client computed itself and that is only compared, never believed (cases.md N1). */
export const claimedSum = z.union([z.number(INVALID), z.string(INVALID).max(40, INVALID)], INVALID).nullish();

/** A calendar day; 30 February is refused. */
export const day = z.iso.date(INVALID);

/** A count in a query, where everything is a text; absent as browsers write it too (undefined). */
const count = (max: number) =>
  z
    .string(INVALID)
    .regex(/^\d{1,9}$|^(null)?$/, INVALID)
    .optional()
    .transform((value) => (value && value !== 'null' ? Number(value) : undefined))
    .pipe(z.int(INVALID).min(1, INVALID).max(max, INVALID).optional());

/** A page of a list, from 1, and how many rows it has: 1 to 100 (wire.md §1). */
export const paging = { page: count(1_000_000), perPage: count(100) };

/** An instant in an answer. */
export const instant = z.string();

/** When figures were true that are read from a standby: everything of before is in them. Left out: they are of now. */
export const asOf = instant.optional();

/** What every write answers (wire.md §1). */
export const done = z.object({ success: z.literal(true).default(true), message: z.string() });

/** What a write answers that made one row. */
export const added = done.extend({ id });

/** What POST /approvals answered, of a colleague who allows what the caller may not (wire-2.md §1). */
export const approvalToken = text(200).nullish();
