import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BlockLink } from '#domains/ledger/web/index.ts';
import type { Exemption } from '#domains/registry/contract.ts';
import { ratesQuery } from '../queries.ts';
import { exemptAmount, exemptYears, kindName } from './relief-words.ts';

type Listed = Pick<Exemption, 'exemptionId' | 'fromYear' | 'toYear'> &
  Partial<Pick<Exemption, 'cents' | 'basisPoints' | 'kind' | 'reason' | 'endReason'>> & { readonly blockIndex: number };

/** Exemptions with their years; kinds, amounts and reasons only where the viewer may see them. */
export function ExemptionList({
  exemptions,
  action,
}: {
  exemptions: readonly Listed[];
  action?: (exemption: Listed) => ReactNode;
}) {
  const rates = useQuery(ratesQuery).data?.rates ?? [];
  return (
    <ul className="divide-y divide-line">
      {exemptions.map((exemption) => (
        <li
          key={exemption.exemptionId}
          className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0"
        >
          <span className="min-w-0 wrap-anywhere">
            <span className="font-medium">
              {exemption.kind ? `${kindName(exemption.kind, rates)}: ` : ''}
              <ExemptPart {...exemption} />
            </span>
            <span className="block text-13 text-muted">
              {exemptYears(exemption)} · block <BlockLink index={exemption.blockIndex} />
            </span>
            {exemption.reason ? <span className="block text-13 text-muted">{exemption.reason}</span> : null}
            {exemption.endReason ? (
              <span className="block text-13 text-muted">Ended: {exemption.endReason}</span>
            ) : null}
          </span>
          {action?.(exemption)}
        </li>
      ))}
    </ul>
  );
}

function ExemptPart({ cents, basisPoints }: Pick<Listed, 'cents' | 'basisPoints'>) {
  if ((cents ?? basisPoints ?? null) === null) return 'A part of the assessed value';
  return (
    <>
      <span className="tabular">{exemptAmount({ cents: cents ?? null, basisPoints: basisPoints ?? null })}</span> of the
      assessed value
    </>
  );
}
