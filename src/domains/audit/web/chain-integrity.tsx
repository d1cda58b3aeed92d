import { Link } from '@tanstack/react-router';
import { ShieldAlert, ShieldCheck, ShieldQuestionMark } from 'lucide-react';
import type { ChainVerdict } from '#domains/ledger/contract.ts';
import { BlockLink, linkClass, useVerdict } from '#domains/ledger/web/index.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';

function StateBadge({ state }: { state: ChainVerdict['state'] }) {
  const { tone, text, Icon } = badges[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" size={12} />}>
      {text}
    </Badge>
  );
}

const badges = {
  valid: { tone: 'green', text: 'Valid', Icon: ShieldCheck },
  unknown: { tone: 'amber', text: 'Not verified', Icon: ShieldQuestionMark },
  invalid: { tone: 'red', text: 'Error', Icon: ShieldAlert },
} as const;

/** The integrity of the chain behind the log, from the background verifier. Reloads every 30 seconds. */
export function ChainIntegrity() {
  const { data, error, refetch } = useVerdict();
  if (error && !data)
    return <ErrorState title="Couldn't load the chain's status" error={error} onRetry={() => void refetch()} />;
  return (
    <Card title="Chain integrity" action={data ? <StateBadge state={data.state} /> : null}>
      {data ? (
        <>
          <KeyValueList
            items={[
              ...(data.error === undefined ? [] : [{ label: 'Error', value: data.error }]),
              ...(data.blockIndex === undefined
                ? []
                : [{ label: 'First bad block', value: <BlockLink index={data.blockIndex} /> }]),
              { label: 'Blocks', value: <span className="tabular">{formatCount(data.totalBlocks)}</span> },
              {
                label: 'Checked',
                hint: 'Blocks that the background verifier has re-read and found to match their hashes.',
                value: <span className="tabular">{formatCount(data.verifiedBlocks)}</span>,
              },
              {
                label: 'Signed',
                hint: 'Blocks covered by the latest signed checkpoint, which anyone can compare with an earlier one.',
                value: <span className="tabular">{formatCount(data.checkpointSize)}</span>,
              },
              { label: 'As of', value: <Time at={data.validatedAt} /> },
            ]}
          />
          <p className="mt-4 text-13">
            <Link to="/blockchain" search={{ action: 'validate' }} className={linkClass}>
              Validate the whole chain now
            </Link>
          </p>
        </>
      ) : (
        <SkeletonText lines={5} />
      )}
    </Card>
  );
}
