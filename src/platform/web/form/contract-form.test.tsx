import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../api-error.ts';
import { placeErrors, useContractForm } from './contract-form.ts';

const schema = z.strictObject({
  days: z.number().min(1, 'days must be at least 1'),
  rows: z.array(z.object({ cents: z.int() })),
  note: z.string().refine((text) => text !== 'no', 'Write more than no'),
});

test('a message beside a field leaves out the name of the field in the API, at any depth', async () => {
  const { result } = renderHook(() => {
    const form = useContractForm(schema, { days: 0, rows: [{ cents: 0.5 }], note: 'no' });
    return { form, errors: form.formState.errors };
  });
  await result.current.form.handleSubmit(() => {})();
  await waitFor(() => expect(result.current.errors.days?.message).toBe('This must be at least 1'));
  expect(result.current.errors.rows?.[0]?.cents?.message).toBe('This must be a whole number');
  expect(result.current.errors.note?.message).toBe('Write more than no');
});

test("so does a message of the server's", async () => {
  const { result } = renderHook(() => {
    const form = useContractForm(schema, { days: 1, rows: [], note: '' });
    return { form, errors: form.formState.errors };
  });
  const errors = [{ in: 'body', pointer: '/note', message: 'note is already taken' }] as const;
  placeErrors(result.current.form, new ApiError({ status: 400, code: 'request.invalid', message: 'Invalid', errors }));
  await waitFor(() => expect(result.current.errors.note?.message).toBe('This is already taken'));
});
