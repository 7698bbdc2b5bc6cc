import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Draft, Orderer } from './placing.ts';
import { Sheet } from './Sheet.tsx';

type PhoneRules = typeof import('./phone.ts');

const loadPhoneRules = (): Promise<PhoneRules | undefined> => import('./phone.ts').catch(() => undefined);

const RULES_WAIT_MS = 3000;
/** Without a network, or on one that stalls, there is nothing to check by; the server checks in any case. */
const phoneRulesSoon = (): Promise<PhoneRules | undefined> =>
  Promise.race([loadPhoneRules(), new Promise<undefined>((resolve) => setTimeout(resolve, RULES_WAIT_MS))]);

interface Errors {
  name?: string;
  phone?: string;
}

interface CheckoutDialogProps {
  /** For people. */
  total: string;
  country: string | null;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  onPlace: (orderer: Orderer) => Promise<void>;
  onClose: () => void;
}

interface PersonFieldsProps extends Pick<CheckoutDialogProps, 'draft' | 'onDraft'> {
  errors: Errors;
  /** The country's, once it is known. */
  code: string | undefined;
  nameField: RefObject<HTMLInputElement | null>;
  phoneField: RefObject<HTMLInputElement | null>;
}

const PersonFields = ({ draft, onDraft, errors, code, nameField, phoneField }: PersonFieldsProps) => (
  <>
    <div className="field">
      <label htmlFor="diner-name">Name</label>
      <input
        ref={nameField}
        id="diner-name"
        value={draft.name}
        dir="auto"
        maxLength={120}
        autoComplete="name"
        enterKeyHint="next"
        aria-invalid={errors.name !== undefined}
        aria-describedby={errors.name && 'diner-name-error'}
        onChange={({ target }) => onDraft({ ...draft, name: target.value })}
      />
      {errors.name && (
        <p className="error" id="diner-name-error">
          {errors.name}
        </p>
      )}
    </div>
    <div className="field">
      <label htmlFor="diner-phone">Phone</label>
      <input
        ref={phoneField}
        id="diner-phone"
        type="tel"
        value={draft.phone}
        maxLength={20}
        autoComplete="tel"
        enterKeyHint="done"
        aria-invalid={errors.phone !== undefined}
        aria-describedby={errors.phone ? 'diner-phone-error' : 'diner-phone-hint'}
        onChange={({ target }) => onDraft({ ...draft, phone: target.value })}
      />
      {errors.phone && (
        <p className="error" id="diner-phone-error">
          {errors.phone}
        </p>
      )}
      <small id="diner-phone-hint">
        {code ? `${code} is added. Begin with + for another country.` : 'Begin with + and the country code.'}
      </small>
    </div>
  </>
);

/** Who orders: a guest, or somebody with name and phone (part-2 §5). */
export const CheckoutDialog = ({ total, country, draft, onDraft, onPlace, onClose }: CheckoutDialogProps) => {
  const { isByPhone, name, phone } = draft;
  const [errors, setErrors] = useState<Errors>({});
  const [isPlacing, setPlacing] = useState(false);
  const [code, setCode] = useState<string>();
  const nameField = useRef<HTMLInputElement>(null);
  const phoneField = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (isByPhone) void loadPhoneRules().then((rules) => setCode(rules?.callingCode(country)));
  }, [isByPhone, country]);

  const faultsOf = async (): Promise<Errors> => {
    const rules = await phoneRulesSoon();
    const isPhone = rules ? rules.isPhone(phone, country) : phone.trim() !== '';
    return { ...(!name.trim() && { name: 'Name is Required.' }), ...(!isPhone && { phone: 'Enter a valid phone number.' }) };
  };

  const submit = async () => {
    // a second touch must not start a second order
    if (isPlacing) return;
    setPlacing(true);
    const faults = isByPhone ? await faultsOf() : {};
    setErrors(faults);
    if (faults.name || faults.phone) {
      setPlacing(false);
      (faults.name ? nameField : phoneField).current?.focus();
      return;
    }
    await onPlace(isByPhone ? { name: name.trim(), phone: phone.trim() } : 'guest');
  };

  return (
    <Sheet title="Checkout" onClose={() => !isPlacing && onClose()}>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <fieldset className="modes">
          <legend className="sr-only">Order as</legend>
          <label>
            <input type="radio" name="mode" checked={!isByPhone} onChange={() => onDraft({ ...draft, isByPhone: false })} />
            <span>Guest</span>
          </label>
          <label>
            <input type="radio" name="mode" checked={isByPhone} onChange={() => onDraft({ ...draft, isByPhone: true })} />
            <span>Using Phone Number</span>
          </label>
        </fieldset>
        {isByPhone ? (
          <PersonFields {...{ draft, onDraft, errors, code, nameField, phoneField }} />
        ) : (
          <p className="hint">Order without giving your name or number.</p>
        )}
        <div className="sheet-foot">
          <button type="submit" className="button" aria-disabled={isPlacing}>
            {isPlacing ? (
              <span role="status">Please wait...</span>
            ) : (
              <>
                <span>Place Order</span> <span className="tabular">{total}</span>
              </>
            )}
          </button>
        </div>
      </form>
    </Sheet>
  );
};
