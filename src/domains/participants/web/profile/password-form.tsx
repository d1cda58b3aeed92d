import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError } from '#platform/web/api-error.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { PasswordField } from '../password-field.tsx';
import { type PasswordErrors, type PasswordValues, passwordErrors } from './password-errors.ts';

const blank: PasswordValues = { currentPassword: '', newPassword: '', confirm: '' };

/** Asks for a new password, twice, and for the current one where that is known. `onSubmit` throws what the server refuses. */
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
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState<PasswordErrors>({});
  const [failure, setFailure] = useState<string>();
  const edit = (change: Partial<PasswordValues>) => {
    setValues((before) => ({ ...before, ...change }));
    setErrors({});
    setFailure(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = passwordErrors(values, asksCurrent);
    setErrors(wrong);
    setFailure(undefined);
    if (Object.keys(wrong).length > 0) return;
    try {
      await onSubmit(values);
    } catch (error) {
      if (error instanceof ApiError) setErrors(placed(error));
      setFailure((error instanceof Error && error.message) || 'Failed to update password');
    }
  };
  const field = (name: keyof PasswordValues, label: string, isNew: boolean) => (
    <PasswordField
      label={label}
      isNew={isNew}
      value={values[name]}
      error={errors[name]}
      onChange={(value) => edit({ [name]: value })}
    />
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {failure ? <Banner kind="failure">{failure}</Banner> : null}
      {asksCurrent ? field('currentPassword', 'Current password', false) : null}
      {field('newPassword', 'New password', true)}
      {field('confirm', 'Confirm new password', true)}
      <div className="flex flex-wrap gap-2">{children}</div>
    </form>
  );
}

function placed(error: ApiError): PasswordErrors {
  return Object.fromEntries(
    error.errors.flatMap(({ pointer, message }) =>
      pointer === '/currentPassword' || pointer === '/newPassword' ? [[pointer.slice(1), message]] : [],
    ),
  );
}
