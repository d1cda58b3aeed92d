import { expect, test } from 'vitest';
import { passwordErrors } from './password-errors.ts';

const good = { currentPassword: 'the old one', newPassword: 'the new one', confirm: 'the new one' };

test('all three are required, the new one twice the same and at least six characters long', () => {
  expect(passwordErrors(good, true)).toEqual({});
  expect(passwordErrors({ currentPassword: '', newPassword: '', confirm: '' }, true)).toEqual({
    currentPassword: 'Current password is required',
    newPassword: 'New password is required',
    confirm: 'Confirm the new password',
  });
  expect(passwordErrors({ ...good, confirm: 'another' }, true)).toEqual({ confirm: "New passwords don't match" });
  expect(passwordErrors({ ...good, newPassword: 'short', confirm: 'short' }, true)).toEqual({
    newPassword: 'Password must be at least 6 characters',
  });
});

test('with a one-time link there is no current password to know', () => {
  expect(passwordErrors({ ...good, currentPassword: '' }, false)).toEqual({});
});
