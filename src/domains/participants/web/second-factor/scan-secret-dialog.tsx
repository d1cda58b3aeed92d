import { useEffect, useId } from 'react';
import { confirmTotp } from '#domains/participants/contract.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { CopyButton } from '#platform/web/ui/action/copy-button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { QrCode, useQrDrawing } from '#platform/web/ui/value/qr-code.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { CodeField } from './code-field.tsx';

type ScanSecretDialogProps = {
  secret: string;
  uri: string;
  onClose: () => void;
  onEnabled: (recoveryCodes: readonly string[]) => void;
};

/** Shows the secret for an authenticator app, as a QR code and as text, and asks for a first code. */
export function ScanSecretDialog({ secret, uri, onClose, onEnabled }: ScanSecretDialogProps) {
  const id = useId();
  const drawing = useQrDrawing(uri);
  const confirm = useCallMutation(confirmTotp);
  const form = useContractForm(confirmTotp.body, { otp: '' });
  const { errors } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    // After the previous dialog, which returns the focus to the page when it closes.
    const timer = setTimeout(() => setFocus('otp'));
    return () => clearTimeout(timer);
  }, [setFocus]);
  const submit = form.handleSubmit(async ({ otp }) => {
    try {
      onEnabled((await confirm.mutateAsync({ body: { otp } })).recoveryCodes);
    } catch (error) {
      showFailure(form, error, 'Try again in a moment.');
    }
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Scan with your authenticator app"
      description="Scan the QR code, or enter the key by hand. Then enter the code that the app shows."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={confirm.isPending && 'Turning on…'}>
            Turn on
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
        <div className="flex flex-wrap items-center gap-4">
          <QrCode drawing={drawing} label="QR code for your authenticator app" />
          <div className="flex min-w-0 flex-1 basis-40 flex-col items-start gap-2">
            <p className="text-13 text-muted">Key, shown only now:</p>
            <code className="text-12 wrap-anywhere select-all">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
            <CopyButton text={secret} what="key" words="Copy key" />
          </div>
        </div>
        <CodeField {...form.register('otp')} error={errors.otp?.message} hint="Six digits." />
      </form>
    </Dialog>
  );
}
