import { BlockLink } from '#domains/ledger/web/index.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { formatMinute } from '#platform/web/format-time.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

export type RecallBasisProps = {
  basis: { at: string; length: number; checkpointSize: number; valid: boolean };
};

/** What the report rests on, and what it cannot know. */
export function RecallBasis({ basis }: RecallBasisProps) {
  const { at, length, checkpointSize, valid } = basis;
  return (
    <Card title="What this rests on">
      {valid ? null : (
        <div className="mb-3">
          <Banner kind="failure">The chain does not hold. Have it validated before you rely on this report.</Banner>
        </div>
      )}
      <p className="max-w-[72ch] text-pretty text-muted">
        Read on {formatMinute(Date.parse(at))} from a chain of {formatCount(length)} blocks
        {length > 0 ? (
          <>
            {' '}
            (the newest is <BlockLink index={length - 1} />)
          </>
        ) : null}
        {checkpointSize > 0
          ? `, of which ${formatCount(checkpointSize)} are covered by a signed checkpoint.`
          : ', which no signed checkpoint covers yet.'}{' '}
        It holds what was recorded: a product whose inputs nobody named, or a parcel that nobody scanned, is not on it.
        Events that were corrected do not count.
      </p>
    </Card>
  );
}
