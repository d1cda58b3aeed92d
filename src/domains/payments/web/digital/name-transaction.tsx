import { type FormEvent, useState } from 'react';
import {
  type CallStep,
  challengePayer,
  type DigitalProgress,
  nameTransaction,
  provePayer,
} from '#domains/payments/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { connect, explainWalletFailure, signMessage, useWallets, type Wallet } from '#platform/web/wallets.ts';

type Props = { step: CallStep; code: DigitalProgress['code']; onProgress: (progress: DigitalProgress) => void };

/** A form for the hash of a transaction that was sent elsewhere, and for the signature that proves its sender. */
export function NameTransaction({ step, code, onProgress }: Props) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const wallets = useWallets();
  const params = { reference: step.reference };

  async function run(work: () => Promise<DigitalProgress>): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      onProgress(await work());
    } catch (error) {
      setFailure(explainWalletFailure(error));
    } finally {
      setBusy(false);
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(() => call(nameTransaction, { params, body: { txHash: text.trim() } }));
  };
  const prove = (wallet: Wallet) =>
    run(async () => {
      const address = await connect(wallet, step);
      const { message } = await call(challengePayer, { params, body: { address } });
      const signature = await signMessage(wallet, address, message);
      return call(provePayer, { params, body: { address, signature } });
    });

  return (
    <div className="flex flex-col gap-3">
      <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
        <Field label="Transaction hash" hint={`Of a payment on ${step.network}: 0x and 64 digits.`}>
          {(control) => (
            <TextField
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" className="self-start" disabled={busy || text.trim() === ''}>
          Check the transaction
        </Button>
      </form>
      {code === 'PAYER_NOT_PROVEN' ? (
        <div className="flex flex-col gap-2">
          <p className="text-13">
            Anyone can read this hash, so sign a message with the wallet that sent it. Signing moves no money.
          </p>
          {wallets.map((wallet) => (
            <Button key={wallet.info.uuid} className="self-start" disabled={busy} onClick={() => void prove(wallet)}>
              Sign with {wallet.info.name}
            </Button>
          ))}
          {wallets.length === 0 ? (
            <p className="text-13 text-muted">Open this page in the browser of that wallet.</p>
          ) : null}
        </div>
      ) : null}
      {failure ? <Banner kind="failure">{failure}</Banner> : null}
    </div>
  );
}
