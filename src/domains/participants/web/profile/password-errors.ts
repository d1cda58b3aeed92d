import { PASSWORD_MIN, passwordTooShort } from '#domains/participants/contract.ts';

export type PasswordValues = { currentPassword: string; newPassword: string; confirm: string };
export type PasswordErrors = Partial<Record<keyof PasswordValues, string>>;

/** What is wrong with a new password before anything is sent; `currentPassword` is asked for where there is one to know. */
export function passwordErrors(values: PasswordValues, asksCurrent: boolean): PasswordErrors {
  const { currentPassword, newPassword, confirm } = values;
  return {
    ...(asksCurrent && currentPassword === '' ? { currentPassword: 'Current password is required' } : {}),
    ...(newPassword === ''
      ? { newPassword: 'New password is required' }
      : newPassword.length < PASSWORD_MIN
        ? { newPassword: passwordTooShort }
        : {}),
    ...(confirm === ''
      ? { confirm: 'Confirm the new password' }
      : newPassword !== confirm
        ? { confirm: "New passwords don't match" }
        : {}),
  };
}
