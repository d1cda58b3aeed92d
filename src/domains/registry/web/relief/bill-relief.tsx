import { useQuery } from '@tanstack/react-query';
import { BlockLink } from '#domains/ledger/web/index.ts';
import type { Bill } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { ratesQuery } from '../queries.ts';
import { kindName } from './relief-words.ts';

/** The exemptions that lowered a bill, with amounts, and the reasons for corrections and waivers. */
export function BillRelief({ bill: { exempted, corrections, waivers } }: { bill: Bill }) {
  const { data } = useQuery({ ...ratesQuery, enabled: exempted.length > 0 });
  if (exempted.length + corrections.length + waivers.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-col gap-1 text-13 text-muted">
      {exempted.map(({ exemptionId, kind, exemptCents, savedCents }) => (
        <li key={exemptionId}>
          {kind === null ? 'Exemption' : kindName(kind, data?.rates ?? [])}: {formatCents(exemptCents)} of the value is
          exempt, which saves {formatCents(savedCents)}.
        </li>
      ))}
      {corrections.map(({ blockIndex, beforeCents, afterCents, creditCents, reason }) => (
        <li key={blockIndex} className="wrap-anywhere">
          Corrected from {formatCents(beforeCents)} to {formatCents(afterCents)} in block{' '}
          <BlockLink index={blockIndex} />
          {creditCents > 0 ? `, with ${formatCents(creditCents)} of credit` : ''}: {reason}
        </li>
      ))}
      {waivers.map(({ blockIndex, penaltyCents, interestCents, reason }) => (
        <li key={blockIndex} className="wrap-anywhere">
          {formatCents(penaltyCents + interestCents)} of penalty and interest waived in block{' '}
          <BlockLink index={blockIndex} />: {reason}
        </li>
      ))}
    </ul>
  );
}
