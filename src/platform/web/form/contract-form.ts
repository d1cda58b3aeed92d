import { zodResolver } from '@hookform/resolvers/zod';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { explainIssues } from '#platform/contract/explain-issue.ts';
import { ApiError } from '../api-error.ts';
import { besideField, dotted } from './beside-field.ts';

/**
 * Returns a form that a contract's schema validates on submit, and again on each edit of a field with an error. Name the
 * fields as in the request body, so that `placeErrors` finds them.
 */
export function useContractForm<Values extends FieldValues, Body>(
  schema: z.ZodType<Body, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values, unknown, Body> {
  const validate: Resolver<Values, unknown, Body> = zodResolver(schema, { error: explainIssues('body') });
  return useForm<Values, unknown, Body>({
    resolver: async (...of) => {
      const result = await validate(...of);
      return Object.keys(result.errors).length === 0 ? result : { values: {}, errors: besideFields(result.errors) };
    },
    defaultValues,
  });
}

/** Returns the errors with messages for their place beside a field, at any depth. */
function besideFields<Values extends FieldValues>(errors: FieldErrors<Values>, path = ''): FieldErrors<Values> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => {
      const at = path === '' ? name : `${path}.${name}`;
      if (error === undefined || typeof error !== 'object') return [name, error];
      if (!('type' in error)) return [name, besideFields(error as FieldErrors<Values>, at)];
      return [name, { ...error, message: besideField(at, String(error.message ?? '')) }];
    }),
  ) as FieldErrors<Values>;
}

/**
 * Shows each of the server's field errors at its field, and focuses the first. `names` maps body names to different form
 * field names. Returns whether any field got an error.
 */
export function placeErrors<Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  error: unknown,
  names: Readonly<Record<string, FieldPath<Values>>> = {},
): boolean {
  if (!(error instanceof ApiError)) return false;
  const placed = error.errors.flatMap(({ pointer, message }) => {
    const name = fieldAt(form, pointer, names);
    return name === undefined ? [] : [{ name, message: besideField(dotted(pointer), message) }];
  });
  for (const { name, message } of placed) form.setError(name, { type: 'server', message });
  const [first] = placed;
  if (first) form.setFocus(first.name);
  return first !== undefined;
}

/**
 * Shows a failed call, each sentence once: field errors at their fields, and errors about no field above the form, as
 * its root error. `fallback` is for an error without a message.
 */
export function showFailure<Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  error: unknown,
  fallback: string,
  names: Readonly<Record<string, FieldPath<Values>>> = {},
): void {
  const elsewhere =
    error instanceof ApiError ? error.errors.filter(({ pointer }) => !fieldAt(form, pointer, names)) : [];
  if (placeErrors(form, error, names)) {
    if (elsewhere.length > 0) form.setError('root', { message: elsewhere.map(({ message }) => message).join(' ') });
    return;
  }
  form.setError('root', { message: (error instanceof Error && error.message) || fallback });
}

/** Returns the form's field for a pointer into the request body, or undefined if the form has none. */
function fieldAt<Values extends FieldValues, Body>(
  form: UseFormReturn<Values, unknown, Body>,
  pointer: string,
  names: Readonly<Record<string, FieldPath<Values>>>,
): FieldPath<Values> | undefined {
  const inBody = dotted(pointer);
  const name = names[inBody] ?? (inBody as FieldPath<Values>);
  return name in form.getValues() ? name : undefined;
}
