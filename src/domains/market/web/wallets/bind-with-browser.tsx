import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askWalletMessage, bindWallet, type listWallets } from '#domains/market/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { call } from '#platform/web/api-client.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { connect, explainWalletFailure, signMessage, useWallets, type Wallet } from '#platform/web/wallets.ts';

type Props = { network: ResponseIn<typeof listWallets>['network']; disabled: boolean };

/** Binds a wallet of this browser: it shows the message and signs it. */
export function BindWithBrowser({ network: { name, chainId, isLocal }, disabled }: Props) {
  const queryClient = useQueryClient();
  const wallets = useWallets();
  const [doing, setDoing] = useState<string>();
  const [failure, setFailure] = useState<string>();
  if (wallets.length === 0 || chainId === null) return null;

  async function bind(wallet: Wallet, network: Parameters<typeof connect>[1]): Promise<void> {
    setFailure(undefined);
    try {
      setDoing('Connecting…');
      const address = await connect(wallet, network);
      const { message, nonce } = await call(askWalletMessage, { body: { address } });
      setDoing('Sign the message in your wallet…');
      const signature = await signMessage(wallet, address, message);
      await call(bindWallet, { body: { nonce, signature } });
      await queryClient.invalidateQueries({ queryKey: ['market', 'wallets'] });
    } catch (error) {
      setFailure(explainWalletFailure(error, 'Nothing was bound.'));
    } finally {
      setDoing(undefined);
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {wallets.map((wallet) => (
          <Button
            key={wallet.info.uuid}
            variant="primary"
            disabled={disabled || doing !== undefined}
            onClick={() => void bind(wallet, { chainId, network: name, isLocal })}
          >
            Bind {wallet.info.name}
          </Button>
        ))}
      </div>
      <p role="status" className={doing === undefined ? 'sr-only' : 'text-13'}>
        {doing}
      </p>
      {failure ? <Banner kind="failure">{failure}</Banner> : null}
    </div>
  );
}
