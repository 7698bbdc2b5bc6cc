import { type FormErrors, useForm, type UseFormReturnType } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import type { CallFailed } from './api.ts';

type WithBody = Endpoint & { body: NonNullable<Endpoint['body']> };
type BodyOf<E extends Endpoint> = CallInput<E> extends { body: infer Body } ? Body : never;

interface ContractForm<Values> {
  form: UseFormReturnType<Values>;
  /** Goes on a `<form noValidate>`: hands over the values when the contract accepts them, else focuses the first faulty field. */
  submit: (work: (values: Values) => unknown) => (event?: React.FormEvent<HTMLFormElement>) => void;
  /** For useAction's `onFailed`: puts the server's `errors` beside their fields. What was typed stays. */
  showErrors: (failure: CallFailed) => void;
}

/** The first sentence for each field, in the order of the form's fields. */
const sentences = (issues: readonly { path: readonly PropertyKey[]; message: string }[]): FormErrors => {
  const errors: FormErrors = {};
  for (const { path, message } of issues) errors[path.join('.')] ??= message;
  return errors;
};

/** A form that is validated by its endpoint's body schema, so that page and server say the same sentences (house.md §6). Fields: `{...form.getInputProps('name')}`. */
export const useContractForm = <E extends WithBody, Values extends Record<string, unknown> = BodyOf<E> & Record<string, unknown>>(
  endpoint: E,
  initialValues: Values,
  toBody: (values: Values) => unknown = (values) => values,
): ContractForm<Values> => {
  const fields = useState(() => Object.keys(initialValues))[0];
  const form = useForm<Values>({
    initialValues,
    validate: (values) => {
      const result = endpoint.body.safeParse(toBody(values));
      return result.success ? {} : sentences(result.error.issues);
    },
  });

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

  return {
    form,
    submit: (work) =>
      form.onSubmit(
        (values) => void work(values),
        (errors) => focusFirst(errors),
      ) as (event?: React.FormEvent<HTMLFormElement>) => void,
    showErrors: ({ errors }) => {
      const known = sentences(errors.map(({ path, message }) => ({ path: path[0] === 'body' ? path.slice(1) : path, message })));
      if (Object.keys(known).length === 0) return;
      form.setErrors(known);
      focusFirst(known);
    },
  };
};
