import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { explainIssues } from '#platform/contract/explain-issue.ts';
import { ApiError } from '../api-error.ts';

/**
 * Returns a form whose values a contract's schema checks on submit, and again with each edit of a field that has an error.
 * Name the fields as the request body does, so that `placeErrors` finds them.
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
 * Shows each complaint of the server at the field it names, and focuses the first. `names` gives the field for a name of the
 * body that the form calls otherwise. Returns whether any field got a complaint.
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
