import type { ReactNode } from 'react';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { PasswordField } from '../password-field.tsx';
import { type PasswordValues, passwordValues } from './password-values.ts';

const blank: PasswordValues = { currentPassword: '', newPassword: '', confirm: '' };

/** Asks for a new password twice, and for the current one if `asksCurrent`. `onSubmit` throws the server's error. */
export function PasswordForm({
  asksCurrent,
  onSubmit,
  children,
}: {
  asksCurrent: boolean;
  onSubmit: (values: PasswordValues) => Promise<void>;
  /** The buttons. */
  children: ReactNode;
}) {
  const form = useContractForm(passwordValues(asksCurrent), blank);
  const { errors } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      showFailure(form, error, 'Failed to update password');
    }
  });
  const field = (name: keyof PasswordValues, label: string, isNew: boolean) => (
    <PasswordField {...form.register(name)} label={label} isNew={isNew} error={errors[name]?.message} />
  );
  return (
    <form noValidate onSubmit={submit} onChange={() => form.clearErrors('root')} className="flex flex-col gap-4">
      {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
      {asksCurrent ? field('currentPassword', 'Current password', false) : null}
      {field('newPassword', 'New password', true)}
      {field('confirm', 'Confirm new password', true)}
      <div className="flex flex-wrap gap-2">{children}</div>
    </form>
  );
}
