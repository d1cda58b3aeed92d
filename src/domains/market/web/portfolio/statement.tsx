import { useState } from 'react';
import { readStatementCsv, readStatementPdf } from '#domains/market/contract.ts';
import { send } from '#platform/web/api-client.ts';
import { dayOf } from '#platform/web/format-day.ts';
import { SaveButton } from '#platform/web/save-button.tsx';
import { type DateRange, DateRangeFields } from '#platform/web/ui/form/date-range.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

/** Saves the movements within some days, with the gain of each lot that was sold. */
export function Statement() {
  const today = dayOf(Date.now());
  const [{ from = `${today.slice(0, 4)}-01-01`, to = today }, setDays] = useState<DateRange>({});
  const name = `property-shares-${from}-to-${to}`;
  return (
    <Card
      title="Statement"
      description="Cash that came in and went out, the gain of each lot that was sold, and the shares left. A sale takes the shares that were bought first."
    >
      <div className="flex flex-wrap items-end gap-4">
        <DateRangeFields range={{ from, to }} onChange={setDays} closed />
        <SaveButton
          label="Statement as CSV"
          name={`${name}.csv`}
          read={() => send(readStatementCsv, { query: { from, to } }, { accept: 'text/csv' })}
        />
        <SaveButton
          label="Statement as PDF"
          name={`${name}.pdf`}
          read={() => send(readStatementPdf, { query: { from, to } }, { accept: 'application/pdf' })}
        />
      </div>
    </Card>
  );
}
