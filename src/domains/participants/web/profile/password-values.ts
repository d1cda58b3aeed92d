import { z } from 'zod';
import { Password, setPassword } from '#domains/participants/contract.ts';

export type PasswordValues = { currentPassword: string; newPassword: string; confirm: string };

/** Returns the schema of a password change. With `asksCurrent`, the current password is required. */
export function passwordValues(asksCurrent: boolean): z.ZodType<PasswordValues, PasswordValues> {
  return z
    .object({
      currentPassword: asksCurrent ? setPassword.body.shape.currentPassword : z.string(),
      newPassword: z.string().min(1, { error: 'New password is required', abort: true }).pipe(Password),
      confirm: z.string().min(1, 'Confirm the new password'),
    })
    .superRefine(({ newPassword, confirm }, context) => {
      if (confirm !== '' && newPassword !== confirm)
        context.addIssue({ code: 'custom', path: ['confirm'], message: "New passwords don't match" });
    });
}
