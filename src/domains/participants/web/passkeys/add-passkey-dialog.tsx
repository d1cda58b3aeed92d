import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useId } from 'react';
import { z } from 'zod';
import { addPasskey, beginPasskey } from '#domains/participants/contract.ts';
import type { JsonObject } from '#platform/contract/scalars.ts';
import { call } from '#platform/web/api-client.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import type { useStepUp } from '../second-factor/use-step-up.tsx';
import { isPromptClosed } from './can-use-passkeys.ts';

const Named = z.object({ name: addPasskey.body.shape.name });

type AddPasskeyDialogProps = {
  stepUp: ReturnType<typeof useStepUp>;
  onAdded: () => void;
  onClose: () => void;
};

/** Asks for a name, and then has the browser create a passkey. */
export function AddPasskeyDialog({ stepUp, onAdded, onClose }: AddPasskeyDialogProps) {
  const id = useId();
  const form = useContractForm(Named, { name: '' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ name }) => {
    try {
      const options = await stepUp.run(() => call(beginPasskey, {}));
      const { startRegistration } = await import('@simplewebauthn/browser');
      const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
      const credential = (await startRegistration({ optionsJSON })) as unknown as JsonObject;
      await stepUp.run(() => call(addPasskey, { body: { name, credential } }));
    } catch (error) {
      if (!isPromptClosed(error)) showFailure(form, error, 'Try again in a moment.');
      return;
    }
    onAdded();
    onClose();
    showToast({ title: `${name} added`, tone: 'success' });
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      width="narrow"
      title="Add a passkey"
      description="Your browser asks for your fingerprint, face, device PIN or security key."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={isSubmitting && 'Waiting for your device…'}>
            Continue
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
        <Field label="Name" error={errors.name?.message} hint="To recognize it later: Work laptop, Blue security key.">
          {(control) => <TextField {...control} {...form.register('name')} autoFocus maxLength={60} />}
        </Field>
      </form>
    </Dialog>
  );
}
