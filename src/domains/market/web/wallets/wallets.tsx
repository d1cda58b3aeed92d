import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { unbindWallet, WALLETS_MAX } from '#domains/market/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { useKeptFocus } from '#platform/web/ui/overlay/use-kept-focus.ts';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { BindBySignature } from './bind-by-signature.tsx';
import { BindWithBrowser } from './bind-with-browser.tsx';
import { walletsQuery } from './queries.ts';

/** Binds wallets to the account by a signature, and unbinds them. */
export function Wallets() {
  const { data, error, isFetching, refetch } = useQuery(walletsQuery);
  const queryClient = useQueryClient();
  const [isPasting, setIsPasting] = useState(false);
  const list = useKeptFocus<HTMLUListElement>();
  const { mutate, isPending, variables } = useCallMutation(unbindWallet, {
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['market', 'wallets'] }),
    onError: ({ message }) => showToast({ tone: 'failure', title: 'Unbinding Failed', description: message }),
    onSuccess: () => showToast({ title: 'Wallet Unbound', description: 'Its shares stay in it.' }),
  });
  if (error && !data)
    return (
      <ErrorState
        title="Couldn't load your wallets"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const isFull = (data?.wallets.length ?? 0) >= WALLETS_MAX;
  return (
    <Card
      title="Your wallets"
      description="Trading needs no wallet. You can withdraw shares to a wallet whose key only you have, and send them back."
    >
      {data === undefined ? (
        <SkeletonText lines={3} />
      ) : (
        <div className="flex flex-col gap-4">
          {data.wallets.length === 0 ? (
            <p className="text-13 text-muted">No wallet is bound to your account.</p>
          ) : (
            <ul ref={list} tabIndex={-1} aria-label="Wallets" className="divide-y divide-line">
              {data.wallets.map(({ address, boundAt }) => (
                <li key={address} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                  <span className="flex min-w-0 flex-col">
                    <Hash value={address} label="Wallet" />
                    <span className="text-12 text-muted">
                      Bound <Time at={boundAt} format="day" />
                    </span>
                  </span>
                  <Button
                    size="small"
                    aria-label={`Unbind the wallet ${address}`}
                    busy={isPending && variables.params.address === address && 'Unbinding…'}
                    onClick={() => mutate({ params: { address } })}
                  >
                    Unbind
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {isFull ? (
            <p className="text-13 text-muted">
              An account has at most {WALLETS_MAX} wallets. Unbind one to bind another.
            </p>
          ) : (
            <>
              <BindWithBrowser network={data.network} disabled={isFull} />
              {isPasting ? (
                <BindBySignature disabled={isFull} onBound={() => setIsPasting(false)} />
              ) : (
                <Button className="self-start" onClick={() => setIsPasting(true)}>
                  Bind by a Signature
                </Button>
              )}
            </>
          )}
        </div>
      )}
    </Card>
  );
}
