import { useState } from 'react';
import { type CallStep, giveDemoFunds, nameTransaction } from '#domains/payments/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { connect, explainWalletFailure, send, useWallets, type Wallet, waitForBlock } from '#platform/web/wallets.ts';

type Props = { step: CallStep; onSent: () => void; disabled: boolean };

/** Pays with a wallet of the browser, and shows each step while it runs. In the demo, it gets sample funds first. */
export function PayWithWallet({ step, onSent, disabled }: Props) {
  const wallets = useWallets();
  const [doing, setDoing] = useState<string>();
  const [result, setResult] = useState<{ kind: 'info' | 'failure'; text: string }>();

  async function run(work: () => Promise<string>): Promise<void> {
    setResult(undefined);
    try {
      setResult({ kind: 'info', text: await work() });
    } catch (error) {
      setResult({ kind: 'failure', text: explainWalletFailure(error) });
    } finally {
      setDoing(undefined);
    }
  }

  const pay = (wallet: Wallet) =>
    run(async () => {
      setDoing('Connecting…');
      const account = await connect(wallet, step);
      if (step.approve !== null) {
        setDoing('Step 1 of 2: approve the amount in your wallet…');
        await waitForBlock(wallet, await send(wallet, account, { ...step.approve, value: '0' }));
      }
      setDoing(step.approve === null ? 'Confirm in your wallet…' : 'Step 2 of 2: pay in your wallet…');
      const txHash = await send(wallet, account, step);
      // The server finds the transaction by itself. Naming it only shows it earlier.
      await call(nameTransaction, { params: { reference: step.reference }, body: { txHash } }).catch(() => undefined);
      onSent();
      return 'The payment was sent. Its progress is shown below.';
    });
  const getFunds = (wallet: Wallet) =>
    run(async () => {
      setDoing('Getting sample funds…');
      const address = await connect(wallet, step);
      return (await call(giveDemoFunds, { body: { address } })).message;
    });

  return (
    <div className="flex flex-col gap-3">
      {wallets.length === 0 ? (
        <p className="text-13 text-muted">
          No wallet was found in this browser. Open the link or scan the code with a wallet, or send the call yourself.
        </p>
      ) : null}
      {wallets.map((wallet) => (
        <div key={wallet.info.uuid} className="flex flex-wrap gap-2">
          <Button variant="primary" disabled={disabled || doing !== undefined} onClick={() => void pay(wallet)}>
            Pay with {wallet.info.name}
          </Button>
          {step.isLocal ? (
            <Button disabled={disabled || doing !== undefined} onClick={() => void getFunds(wallet)}>
              Get sample funds
            </Button>
          ) : null}
        </div>
      ))}
      {step.approve !== null && wallets.length > 0 ? (
        <p className="text-13 text-muted">
          Two steps: you approve exactly this amount, then you pay. Your wallet asks for each.
        </p>
      ) : null}
      <p role="status" className={doing === undefined ? 'sr-only' : 'text-13'}>
        {doing}
      </p>
      {result ? <Banner kind={result.kind}>{result.text}</Banner> : null}
    </div>
  );
}
