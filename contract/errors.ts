const statusOf = {
  invalid_input: 400,
  not_signed_in: 401,
  subscription_inactive: 402,
  not_allowed: 403,
  /** a super administrator who has to switch a second factor on first */
  second_factor_required: 403,
  not_found: 404,
  conflict: 409,
  price_changed: 409,
  /** somebody else changed a field since the form was opened; `changed` names it */
  changed_meanwhile: 409,
  /** a right is missing; `action`, `targetId` and `amount` say for what a colleague has to stand (wire-2.md §1) */
  approval_needed: 409,
  /** the password was right, and a second factor is on */
  code_needed: 409,
  too_large: 413,
  unsupported_type: 415,
  key_reused: 422,
  too_many: 429,
  server_error: 500,
  unavailable: 503,
} as const;

/** The sentence of the 401 that is of a PIN and not of the session (wire-2.md §1). */
export const WRONG_PIN = 'Wrong PIN!';

/** The stable words of wire.md §1, for programs. */
export type ErrorCode = keyof typeof statusOf;

/** One faulty field of a body: where it stands and the sentence to show beside it. */
export interface FieldError {
  path: (string | number)[];
  message: string;
}

interface Extras {
  /** Faulty fields, for a form. */
  errors?: FieldError[];
  /** Seconds to wait, sent as Retry-After. */
  retryAfter?: number;
  /** Members added to the answer's body, such as the right totals (wire.md §3). */
  body?: Record<string, unknown>;
}

/** The only error a feature throws; its message is shown to the person as it stands. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly extras: Extras;
  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message);
    this.code = code;
    this.status = statusOf[code];
    this.extras = extras;
  }
}

/** A refusal that a form shows at this field, and everybody else as the answer's message. */
export const errorAt = (code: ErrorCode, field: string, message: string): AppError =>
  new AppError(code, message, { errors: [{ path: [field], message }] });
