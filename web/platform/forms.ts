import { type FormErrors, useForm, type UseFormReturnType } from '@mantine/form';
import { createElement, useEffect, useRef, useState } from 'react';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import type { ChangedField } from '#contract/edits.ts';
import type { CallFailed } from './api.ts';
import { EditConflict } from './EditConflict.tsx';

type WithBody = Endpoint & { body: NonNullable<Endpoint['body']> };
type BodyOf<E extends Endpoint> = CallInput<E> extends { body: infer Body } ? Body : never;

interface ContractForm<Values> {
  form: UseFormReturnType<Values>;
  /** Goes on a `<form noValidate>`: hands over the values when the contract accepts them, else focuses the first faulty field. */
  submit: (work: (values: Values) => unknown) => (event?: React.FormEvent<HTMLFormElement>) => void;
  /** What the form began with, for the body of a change: the server then merges with what others changed meanwhile (0031-two-people.md). */
  basedOn: () => Record<string, unknown>;
  /** For useAction's `onFailed`: puts the server's `errors` beside their fields, and both values where somebody else changed one. What was typed stays. */
  showErrors: (failure: CallFailed) => void;
}

/** The first sentence for each field, in the order of the form's fields. */
const sentences = (issues: readonly { path: readonly PropertyKey[]; message: string }[]): FormErrors => {
  const errors: FormErrors = {};
  for (const { path, message } of issues) errors[path.join('.')] ??= message;
  return errors;
};

/** How a form reads a field of the server's, where it holds it otherwise. */
interface FieldReading<Values> {
  /** the values of the form that hold it */
  take?: (field: string, value: unknown) => Partial<Values> | undefined;
  /** as people read it */
  text?: (field: string, value: unknown) => string | undefined;
}

const textOf = (value: unknown): string => {
  if (value == null) return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return Array.isArray(value) ? value.join(', ') || 'nothing' : String(value);
};

/** A form that is validated by its endpoint's body schema, so that page and server say the same sentences (house.md §6). Fields: `{...form.getInputProps('name')}`. */
export const useContractForm = <E extends WithBody, Values extends Record<string, unknown> = BodyOf<E> & Record<string, unknown>>(
  endpoint: E,
  initialValues: Values,
  toBody: (values: Values) => unknown = (values) => values,
  { take, text }: FieldReading<Values> = {},
): ContractForm<Values> => {
  const fields = useState(() => Object.keys(initialValues))[0];
  const base = useRef(initialValues);
  const plain = useForm<Values>({
    initialValues,
    // Mantine says it of every field but a password's
    enhanceGetInputProps: ({ inputProps }) => ({ 'aria-invalid': inputProps['error'] ? true : undefined }),
    validate: (values) => {
      const result = endpoint.body.safeParse(toBody(values));
      return result.success ? {} : sentences(result.error.issues);
    },
  });

  // what is saved, or read again, is the beginning of the next change
  const form: typeof plain = {
    ...plain,
    resetDirty: (values) => {
      base.current = values ?? plain.getValues();
      plain.resetDirty(values);
    },
  };

  const nodeOf = useRef(form.getInputNode);
  /** Another object for each refusal, also of the same field. */
  const [refused, setRefused] = useState<{ field: string }>();
  // After the rendering that shows the sentence, so that a screen reader reads it with the field.
  useEffect(() => {
    if (refused) nodeOf.current(refused.field as Parameters<typeof nodeOf.current>[0])?.focus();
  }, [refused]);
  const focusFirst = (errors: FormErrors): void => {
    const faulty = Object.keys(errors);
    const field = fields.find((known) => faulty.some((path) => path === known || path.startsWith(`${known}.`)));
    if (field) setRefused({ field });
  };

  const askAt = ({ field, value, by }: ChangedField): string => {
    const theirs = take?.(field, value) ?? ({ [field]: value ?? '' } as Partial<Values>);
    const at = Object.keys(theirs)[0] ?? field;
    const settle = () => {
      base.current = { ...base.current, ...theirs };
      form.clearFieldError(at);
      setRefused({ field: at });
    };
    const onTake = () => {
      // one by one: setValues would take away what is asked at other fields
      for (const name of Object.keys(theirs) as (keyof Values & string)[]) form.setFieldValue(name, theirs[name] as never);
      settle();
    };
    form.setFieldError(at, createElement(EditConflict, { by, value: text?.(field, value) ?? textOf(value), onKeep: settle, onTake }));
    return at;
  };

  return {
    form,
    basedOn: () => toBody(base.current) as Record<string, unknown>,
    submit: (work) =>
      form.onSubmit(
        (values) => void work(values),
        (errors) => focusFirst(errors),
      ) as (event?: React.FormEvent<HTMLFormElement>) => void,
    showErrors: ({ errors, code, body }) => {
      if (code === 'changed_meanwhile') {
        const asked = (body['changed'] as ChangedField[]).map(askAt);
        if (asked[0] !== undefined) setRefused({ field: asked[0] });
        return;
      }
      const known = sentences(errors.map(({ path, message }) => ({ path: path[0] === 'body' ? path.slice(1) : path, message })));
      if (Object.keys(known).length === 0) return;
      form.setErrors(known);
      focusFirst(known);
    },
  };
};
