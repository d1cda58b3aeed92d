import type { ReactNode } from 'react';
import { BlockLink } from '#domains/ledger/web/index.ts';
import type { Appeal } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { appealStateNames, appealTones } from './relief-words.ts';

type Listed = Pick<
  Appeal,
  'appealId' | 'year' | 'state' | 'requestedCents' | 'decidedCents' | 'filedAt' | 'filedIndex' | 'decidedIndex'
> &
  Partial<Pick<Appeal, 'statement' | 'reason'>>;

/** Appeals with their outcome; statements and reasons only where the viewer may see them. */
export const AppealList = ({
  appeals,
  action,
}: {
  appeals: readonly Listed[];
  action?: (appeal: Listed) => ReactNode;
}) => (
  <ul className="divide-y divide-line">
    {appeals.map((appeal) => (
      <li key={appeal.appealId} className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="font-medium">Assessment of {appeal.year}</span>
          <Badge tone={appealTones[appeal.state]}>{appealStateNames[appeal.state]}</Badge>
        </span>
        <span className="text-13 text-muted">
          <span className="tabular">{formatCents(appeal.requestedCents)}</span> asked for on{' '}
          <Time at={appeal.filedAt} format="day" /> · block <BlockLink index={appeal.filedIndex} />
        </span>
        {appeal.decidedIndex === null ? null : (
          <span className="text-13 text-muted">
            {appealStateNames[appeal.state]}
            {appeal.decidedCents === null ? '' : `: assessed at ${formatCents(appeal.decidedCents)}`} · block{' '}
            <BlockLink index={appeal.decidedIndex} />
          </span>
        )}
        {appeal.statement ? <p className="text-13 wrap-anywhere whitespace-pre-line">{appeal.statement}</p> : null}
        {appeal.reason ? <p className="text-13 wrap-anywhere text-muted">City: {appeal.reason}</p> : null}
        {action?.(appeal)}
      </li>
    ))}
  </ul>
);
