import type { Charge } from '#domains/billing/contract.ts';
import { type Amount, AmountList } from '#platform/web/ui/value/amount-list.tsx';
import { Money } from '../money.tsx';

/** The lines of a charge, with tax, credit, and the amount left to pay. */
export function ChargeLines({ label, charge }: { label: string; charge: Charge }) {
  const { lines, net, tax, taxText, credit, due } = charge;
  const items: Amount[] = [
    ...lines.map(({ text, amount }) => ({ label: text, value: <Money dollars={amount} /> })),
    ...(tax === 0 && taxText === null ? [] : [{ label: 'Without tax', value: <Money dollars={net} /> }]),
    ...(taxText === null ? [] : [{ label: taxText, value: <Money dollars={tax} /> }]),
    ...(credit === 0 ? [] : [{ label: 'Paid with your credit', value: <Money dollars={-credit} /> }]),
    { label: 'Due', value: <Money dollars={due} />, total: true },
  ];
  return <AmountList label={label} items={items} />;
}
