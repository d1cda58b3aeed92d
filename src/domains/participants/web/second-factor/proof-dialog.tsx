import { type ReactNode, useId } from 'react';
import { z } from 'zod';
import { setPassword } from '#domains/participants/contract.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { PasswordField } from '../password-field.tsx';
import { anyCodeHint, CodeField } from './code-field.tsx';

export type Proof = { currentPassword: string; otp?: string };
type Values = { currentPassword: string; otp: string };

const valuesOf = (asksCode: boolean): z.ZodType<Values, Values> =>
  z.object({
    currentPassword: setPassword.body.shape.currentPassword,
    otp: asksCode ? z.string().trim().min(1, 'Enter a code') : z.string(),
  });

export type ProofDialogProps = {
  title: string;
  description: string;
  /** The text of the button, idle and during the call. */
  action: string;
  busyWords: string;
  /** Whether the account has a second factor. */
  asksCode: boolean;
  danger?: boolean;
  onClose: () => void;
  /** Throws the server's refusal, which is shown at its field. */
  onProof: (proof: Proof) => Promise<void>;
  children?: ReactNode;
};

/** A dialog that asks for the current password and, with a second factor, for a code. */
export function ProofDialog(props: ProofDialogProps) {
  const { title, description, action, busyWords, asksCode, danger, onClose, onProof, children } = props;
  const id = useId();
  const form = useContractForm(valuesOf(asksCode), { currentPassword: '', otp: '' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ currentPassword, otp }) => {
    try {
      await onProof({ currentPassword, ...(asksCode ? { otp } : {}) });
    } catch (error) {
      showFailure(form, error, 'Try again in a moment.');
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      width="narrow"
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={isSubmitting && busyWords}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={submit}
        onChange={() => form.clearErrors('root')}
        className="flex flex-col gap-4"
      >
        {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
        {children}
        <PasswordField
          {...form.register('currentPassword')}
          label="Current password"
          isNew={false}
          error={errors.currentPassword?.message}
        />
        {asksCode ? <CodeField {...form.register('otp')} error={errors.otp?.message} hint={anyCodeHint} /> : null}
      </form>
    </Dialog>
  );
}
