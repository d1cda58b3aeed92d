import { expect, test } from 'vitest';
import { passwordValues } from './password-values.ts';

const good = { currentPassword: 'the old one', newPassword: 'the new one', confirm: 'the new one' };

/** Returns the first error of each field, as the form shows it. */
function errorsOf(values: typeof good, asksCurrent = true): Record<string, string> {
  const issues = passwordValues(asksCurrent).safeParse(values).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path[0], message]));
}

test('requires the current password and the new one twice, equal and at least six characters long', () => {
  expect(errorsOf(good)).toEqual({});
  expect(errorsOf({ currentPassword: '', newPassword: '', confirm: '' })).toEqual({
    currentPassword: 'Current password is required',
    newPassword: 'New password is required',
    confirm: 'Confirm the new password',
  });
  expect(errorsOf({ ...good, confirm: 'another' })).toEqual({ confirm: "New passwords don't match" });
  expect(errorsOf({ ...good, newPassword: 'short', confirm: 'short' })).toEqual({
    newPassword: 'Password must be at least 6 characters',
  });
});

test('asks for no current password after a one-time link', () => {
  expect(errorsOf({ ...good, currentPassword: '' }, false)).toEqual({});
});
