export type PasswordValues = { currentPassword: string; newPassword: string; confirm: string };
export type PasswordErrors = Partial<Record<keyof PasswordValues, string>>;

const passwordMin = 6;

/** What is wrong with a new password before anything is sent; `currentPassword` is asked for where there is one to know. */
export function passwordErrors(values: PasswordValues, asksCurrent: boolean): PasswordErrors {
  const { currentPassword, newPassword, confirm } = values;
  return {
    ...(asksCurrent && currentPassword === '' ? { currentPassword: 'Current password is required' } : {}),
    ...(newPassword === ''
      ? { newPassword: 'New password is required' }
      : newPassword.length < passwordMin
        ? { newPassword: 'Password must be at least 6 characters' }
        : {}),
    ...(confirm === ''
      ? { confirm: 'Confirm the new password' }
      : newPassword !== confirm
        ? { confirm: "New passwords don't match" }
        : {}),
  };
}
