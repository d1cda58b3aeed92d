import { useQuery } from '@tanstack/react-query';
import type { listWithdrawals } from '#domains/market/contract.ts';
import { SampleFunds } from '#domains/payments/web/index.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Hash } from '#platform/web/ui/value/hash.tsx';
import { QrCode, useQrDrawing } from '#platform/web/ui/value/qr-code.tsx';
import { portfolioQuery } from '../trade/queries.ts';
import { OutsideHistory } from './outside-history.tsx';
import { outsideQuery, walletsQuery } from './queries.ts';
import { WithdrawShares } from './withdraw-shares.tsx';

type Outside = ResponseIn<typeof listWithdrawals>;

/** The shares in the account's wallets, the form that withdraws more, and how to send them back. Absent without a wallet or a history. */
export function SharesOutside() {
  const { data, error, isFetching, refetch } = useQuery(outsideQuery);
  const { data: bound } = useQuery(walletsQuery);
  const { data: portfolio } = useQuery(portfolioQuery);
  if (error && !data)
    return (
      <ErrorState
        title="Couldn't load the shares in your wallets"
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
      />
    );
  const wallets = bound?.wallets.map(({ address }) => address) ?? [];
  const hasHistory = data !== undefined && data.withdrawals.length + data.arrivals.length > 0;
  if (bound !== undefined && data !== undefined && wallets.length === 0 && !hasHistory) return null;
  const free = portfolio?.holdings.filter(({ shares, held }) => shares > held) ?? [];
  return (
    <Card
      title="Shares in your wallets"
      description="The network decides who owns these, not this market. They can be traded here again once they are back."
    >
      {data === undefined || bound === undefined || portfolio === undefined ? (
        <SkeletonText lines={4} />
      ) : (
        <div className="flex flex-col gap-6">
          <Balances outside={data} />
          {wallets.length > 0 && free.length > 0 ? (
            <WithdrawShares holdings={free} wallets={wallets} network={data.network.name} />
          ) : (
            <p className="text-13 text-muted">
              {wallets.length === 0 ? 'Bind a wallet to withdraw shares.' : 'You have no free shares to withdraw.'}
            </p>
          )}
          {data.sendBackTo === null ? null : <SendBack address={data.sendBackTo} outside={data} />}
          <OutsideHistory outside={data} />
        </div>
      )}
    </Card>
  );
}

function Balances({ outside: { balances, network } }: { outside: Outside }) {
  if (balances === null)
    return (
      <p className="text-13 text-muted">{network.name} does not answer, so the balances of your wallets are unknown.</p>
    );
  if (balances.length === 0) return <p className="text-13 text-muted">Your wallets have no shares.</p>;
  return (
    <ul aria-label="Shares in your wallets" className="divide-y divide-line">
      {balances.map(({ wallet, propertyId, tokenId, shares }) => (
        <li key={`${wallet} ${tokenId}`} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
          <span>
            {propertyId} in <Hash value={wallet} label="Wallet" />
          </span>
          <span className="tabular">{formatCounted(shares, 'share')}</span>
        </li>
      ))}
    </ul>
  );
}

function SendBack({ address, outside: { contractAddress, network } }: { address: string; outside: Outside }) {
  const drawing = useQrDrawing(address);
  return (
    <div className="flex flex-wrap items-start gap-4">
      <QrCode drawing={drawing} label="Your address for shares as a QR code" />
      <div className="flex max-w-112 min-w-0 flex-1 basis-56 flex-col gap-1 text-13">
        <h3 className="font-semibold">Send shares back</h3>
        <p>
          Transfer them (ERC-1155) on {network.name} to <Hash value={address} label="Address" />.
        </p>
        {contractAddress === null ? null : (
          <p className="text-muted">
            The contract is <Hash value={contractAddress} label="Contract" />.
          </p>
        )}
        <p className="text-muted">
          They are yours here after {formatCounted(network.confirmations, 'confirmation')}. Send shares of this contract
          only: the address has no private key, so anything else sent there is lost.
        </p>
        <p className="text-muted">Your wallet pays for the gas of the transfer in ETH.</p>
        {network.isLocal ? (
          <details>
            <summary className="cursor-pointer text-13 font-medium">Get sample funds for your wallet</summary>
            <div className="pt-3">
              <SampleFunds />
            </div>
          </details>
        ) : null}
      </div>
    </div>
  );
}
