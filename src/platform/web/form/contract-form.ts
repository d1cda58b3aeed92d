import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { explainIssues } from '#platform/contract/explain-issue.ts';
import { ApiError } from '../api-error.ts';

/**
 * Returns a form that a contract's schema validates on submit, and again on each edit of a field with an error. Name the
 * fields as in the request body, so that `placeErrors` finds them.
 */
export function useContractForm<Values extends FieldValues, Body>(
  schema: z.ZodType<Body, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values, unknown, Body> {
  return useForm<Values, unknown, Body>({
    resolver: zodResolver(schema, { error: explainIssues('body') }),
    defaultValues,
  });
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
    const inBody = pointer.slice(1).replaceAll('/', '.');
    const name = names[inBody] ?? (inBody as FieldPath<Values>);
    return name in form.getValues() ? [{ name, message }] : [];
  });
  for (const { name, message } of placed) form.setError(name, { type: 'server', message });
  const [first] = placed;
  if (first) form.setFocus(first.name);
  return first !== undefined;
}
