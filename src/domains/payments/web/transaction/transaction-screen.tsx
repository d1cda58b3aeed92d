import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { readTransaction } from '#domains/payments/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { transactionQuery } from '../queries.ts';

type Transaction = ResponseIn<typeof readTransaction>;

const states = {
  pending: { tone: 'amber', text: 'Waiting for a block' },
  succeeded: { tone: 'green', text: 'Succeeded' },
  failed: { tone: 'red', text: 'Failed' },
} as const;

/** A transaction of the Ethereum network: what it called, what happened, and how final it is. */
export function TransactionScreen({ hash }: { hash: string }) {
  const { data, error, refetch } = useQuery(transactionQuery(hash));
  return (
    <div className="page-width">
      <title>Transaction · Cairn</title>
      <PageHeader
        title="Transaction"
        subtitle={
          data === undefined
            ? 'A transaction of the Ethereum network that payments use.'
            : data.isLocal
              ? `On ${data.network}. This chain runs on this server only, and nothing on it has value.`
              : `On ${data.network}.`
        }
      />
      {error instanceof ApiError && (error.status === 404 || error.status === 400) ? (
        <EmptyState
          title="Transaction not found"
          description={`${error.message} ${error.hint ?? ''}`}
          action={
            <Link to="/detroit" className={buttonClass('primary')}>
              Property registry
            </Link>
          }
        />
      ) : error && !data ? (
        <ErrorState title="Couldn't load the transaction" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-64 rounded-12" />
      ) : (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Facts transaction={data} />
          <div className="flex min-w-0 flex-col gap-5">
            <Calls
              title="Call"
              empty="This server has no description of the contract."
              calls={data.call ? [data.call] : []}
            />
            <Calls title="Events" empty="No events of the payment contracts." calls={data.events} />
          </div>
        </div>
      )}
    </div>
  );
}

function Facts({ transaction }: { transaction: Transaction }) {
  const { status, block, confirmations, confirmationsNeeded, gasUsed, network, chainId } = transaction;
  const chip = (text: string, label: string) => <CopyChip text={text} short={text} label={label} />;
  return (
    <Card title="Facts">
      <KeyValueList
        items={[
          { label: 'Status', value: <Badge tone={states[status].tone}>{states[status].text}</Badge> },
          { label: 'Hash', value: chip(transaction.hash, 'Hash') },
          { label: 'Network', value: `${network} (${chainId})` },
          { label: 'From', value: chip(transaction.from, 'From') },
          { label: 'To', value: transaction.to === null ? 'A new contract' : chip(transaction.to, 'To') },
          { label: 'Value', value: `${formatWei(transaction.value)} ETH` },
          { label: 'Block', value: block === null ? 'None yet' : `${formatCount(block.number)}` },
          ...(block === null ? [] : [{ label: 'Time', value: <Time at={block.at} /> }]),
          {
            label: 'Confirmations',
            value: `${formatCount(Math.min(confirmations, confirmationsNeeded))} of ${formatCount(confirmationsNeeded)}`,
          },
          { label: 'Gas used', value: gasUsed === null ? 'Not known yet' : formatCount(Number(gasUsed)) },
        ]}
      />
    </Card>
  );
}

function Calls({ title, empty, calls }: { title: string; empty: string; calls: Transaction['events'] }) {
  return (
    <Card title={title}>
      {calls.length === 0 ? <p className="text-muted">{empty}</p> : null}
      <ul className="flex flex-col gap-4">
        {calls.map((call, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the events of a transaction never change
          <li key={n}>
            <p className="mb-2 font-medium">
              {call.contract}: <code>{call.name}</code>
            </p>
            <KeyValueList
              items={call.arguments.map(({ name, value }) => ({
                label: name,
                value: <code className="text-12">{value}</code>,
              }))}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Formats wei as ETH with all digits. */
function formatWei(wei: string): string {
  const digits = wei.padStart(19, '0');
  const fraction = digits.slice(-18).replace(/0+$/, '');
  return `${digits.slice(0, -18)}${fraction === '' ? '' : `.${fraction}`}`;
}
