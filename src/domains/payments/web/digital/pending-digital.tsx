import { useQuery } from '@tanstack/react-query';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { pendingDigitalQuery } from '../queries.ts';
import { DigitalPayment } from './digital-payment.tsx';

/** The account's payments in USDC and ETH that still wait, each with its next step. */
export function PendingDigital({ except, onChange }: { except: string | undefined; onChange: () => void }) {
  const { data } = useQuery(pendingDigitalQuery);
  const waiting = (data?.payments ?? []).flatMap(({ next, payment }) =>
    next === null || next.reference === except
      ? []
      : [{ reference: next.reference, subjects: payment.subjects.map(({ subject }) => subject).join(', ') }],
  );
  if (waiting.length === 0) return null;
  return (
    <Card title="Waiting for your payment" description="You opened these and have not paid them yet.">
      <ul className="flex flex-col divide-y divide-line">
        {waiting.map(({ reference, subjects }) => (
          <li key={reference} className="py-4 first:pt-0 last:pb-0">
            <p className="mb-3 text-13 text-muted">For {subjects}</p>
            <DigitalPayment reference={reference} onChange={onChange} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
