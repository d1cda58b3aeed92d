import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { askWalletMessage, bindWallet } from '#domains/market/contract.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { CodeBlock } from '#platform/web/ui/value/code-block.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';

const AddressValues = z.object({
  address: z
    .string()
    .trim()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'An address is 0x followed by 40 hex digits'),
});
const SignatureValues = z.object({
  signature: z
    .string()
    .trim()
    .regex(/^0x([0-9a-fA-F]{2}){1,4096}$/, 'A signature is 0x followed by hex digits'),
});

/** Binds a wallet that is not in this browser: the message is signed elsewhere, and its signature pasted. */
export function BindBySignature({ disabled, onBound }: { disabled: boolean; onBound: () => void }) {
  const queryClient = useQueryClient();
  const asking = useContractForm(AddressValues, { address: '' });
  const signing = useContractForm(SignatureValues, { signature: '' });
  const asked = useCallMutation(askWalletMessage);
  const bound = useCallMutation(bindWallet);
  const ask = asking.handleSubmit(async ({ address }) => {
    try {
      await asked.mutateAsync({ body: { address } });
      signing.reset({ signature: '' });
    } catch (error) {
      showFailure(asking, error, 'Failed to get the message');
    }
  });
  const sign = signing.handleSubmit(async ({ signature }) => {
    try {
      await bound.mutateAsync({ body: { nonce: asked.data?.nonce ?? '', signature } });
      await queryClient.invalidateQueries({ queryKey: ['market', 'wallets'] });
      onBound();
    } catch (error) {
      showFailure(signing, error, 'Failed to bind the wallet');
    }
  });
  return (
    <div className="flex flex-col gap-4">
      <form noValidate onSubmit={(event) => void ask(event)} className="flex flex-col gap-3">
        <Field label="Address of the wallet" error={asking.formState.errors.address?.message}>
          {(control) => (
            <TextField
              {...control}
              autoComplete="off"
              autoCapitalize="none"
              placeholder="0x…"
              {...asking.register('address')}
            />
          )}
        </Field>
        {asking.formState.errors.root?.message ? (
          <Banner kind="failure">{asking.formState.errors.root.message}</Banner>
        ) : null}
        <Button
          type="submit"
          className="self-start"
          disabled={disabled}
          busy={asking.formState.isSubmitting && 'Getting the message…'}
        >
          Get the Message
        </Button>
      </form>
      {asked.data === undefined ? null : (
        <form noValidate onSubmit={(event) => void sign(event)} className="flex flex-col gap-3">
          <p className="text-13 text-muted">
            Sign this message, unchanged, with the wallet, until <Time at={asked.data.expiresAt} format="minute" />.
            Signing moves nothing.
          </p>
          <CodeBlock code={asked.data.message} label="Message to sign" wraps />
          <Field label="Signature" error={signing.formState.errors.signature?.message}>
            {(control) => (
              <TextField {...control} autoComplete="off" placeholder="0x…" {...signing.register('signature')} />
            )}
          </Field>
          {signing.formState.errors.root?.message ? (
            <Banner kind="failure">{signing.formState.errors.root.message}</Banner>
          ) : null}
          <Button
            variant="primary"
            type="submit"
            className="self-start"
            busy={signing.formState.isSubmitting && 'Binding…'}
          >
            Bind Wallet
          </Button>
        </form>
      )}
    </div>
  );
}
