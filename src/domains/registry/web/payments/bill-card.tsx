import { BlockLink } from '#domains/ledger/web/index.ts';
import { type Bill, daysInWords } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { formatCalendarDay } from '#platform/web/format-day.ts';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { BillRelief } from '../relief/bill-relief.tsx';
import { BillPdfButton } from './pdf-button.tsx';

/** A bill with every line explained, and its installments. */
export function BillCard({ bill }: { bill: Bill }) {
  return (
    <Card
      title={`Tax of ${bill.year}`}
      description={
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="max-sm:w-full">
            Bill <CopyChip text={bill.billNumber} short={bill.billNumber} label="Bill number" />
          </span>
          <span>
            block <BlockLink index={bill.blockIndex} />
          </span>
        </span>
      }
      action={
        bill.open === 0 ? (
          <Badge tone="green">Paid</Badge>
        ) : (
          <Badge tone={bill.overdue ? 'red' : 'amber'}>{bill.overdue ? 'Overdue' : 'Open'}</Badge>
        )
      }
    >
      <dl className="divide-y divide-line">
        {bill.lines.map((line, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever appended
          <div key={n} className="flex items-baseline justify-between gap-4 py-2 first:pt-0">
            <dt className="min-w-0">
              {daysInWords(line.name, formatCalendarDay)}
              <span className="block text-13 text-muted">{daysInWords(line.explanation, formatCalendarDay)}</span>
            </dt>
            <dd className="tabular shrink-0">{line.formatted}</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 py-2 font-medium">
          <dt>Total</dt>
          <dd className="tabular shrink-0">{bill.totalFormatted}</dd>
        </div>
        {bill.open === bill.total ? null : (
          <div className="flex items-baseline justify-between gap-4 py-2 font-medium">
            <dt>Still open</dt>
            <dd className="tabular shrink-0">{bill.openFormatted}</dd>
          </div>
        )}
      </dl>
      <BillRelief bill={bill} />
      <ul className="my-3 text-13 text-muted">
        {bill.installments.map(({ due, formatted, open, overdue }) => (
          <li key={due} className="flex flex-wrap justify-between gap-x-4 py-0.5">
            <span>
              {formatted} due {formatCalendarDay(due)}
            </span>
            <span>{open === 0 ? 'Paid' : `${formatCents(open)} open${overdue ? ', overdue' : ''}`}</span>
          </li>
        ))}
      </ul>
      <BillPdfButton billNumber={bill.billNumber} />
    </Card>
  );
}
