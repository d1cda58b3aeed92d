import { paymentMethodNames } from '#domains/payments/contract.ts';
import { type PaymentRow, paidSubjectsOf } from '#domains/payments/server/index.ts';
import { formatCents } from '#platform/contract/money.ts';
import { letterhead, timeOf } from '#platform/server/pdf/letterhead.ts';
import type { PdfContent, PdfPart } from '#platform/server/pdf/render-pdf.ts';
import { createQr } from '#platform/server/qr.ts';
import { DEMO_NOTE } from './demo-note.ts';

export type ReceiptPaper = {
  readonly payment: PaymentRow;
  /** Later entries that took it back or made it count again, oldest first. */
  readonly later: readonly PaymentRow[];
  /** The addresses of what it paid, by property id. */
  readonly addresses: ReadonlyMap<string, string>;
  readonly block: { readonly index: number; readonly hash: string };
  readonly publicUrl: string;
  readonly timeZone: string;
  readonly demo: boolean;
};

const parts = {
  fee: 'Fees',
  interest: 'Interest',
  principal: 'Tax',
  credit: 'Credit for later bills',
  method_fee: 'Fee of the payment method',
} as const;

/**
 * Returns the receipt of a completed payment: its amount, the bills and tax years that it paid, its date, and its block. It names no
 * payer. Anyone with the number of a bill can see its total, so only callers who may see the bills get the receipt. The
 * same state gives the same bytes.
 */
export function receiptPaper({
  payment,
  later,
  addresses,
  block,
  publicUrl,
  timeZone,
  demo,
}: ReceiptPaper): PdfContent {
  const link = `${publicUrl}/detroit/pay?payment=${payment.paymentId}`;
  const amount = formatCents(payment.amountCents);
  const paidAt = payment.settledAt ?? payment.openedAt;
  const left = later.reduce((sum, one) => sum + one.amountCents, payment.amountCents);
  const sums = new Map<keyof typeof parts, number>();
  for (const { part, cents } of payment.allocations) sums.set(part, (sums.get(part) ?? 0) + cents);
  const subjects = paidSubjectsOf(payment);
  const bills = billsOf(payment);
  const title =
    subjects.length === 1
      ? subjects.map((id) => `${addresses.get(id) ?? ''}\nProperty ${id}`).join('')
      : `${subjects.length} properties, listed below`;
  const body: PdfPart[] = [
    letterhead('Receipt', publicUrl),
    { kind: 'title', text: 'Receipt', below: title, qr: createQr(link) },
    ...(demo ? [{ kind: 'paragraph', text: DEMO_NOTE } as const] : []),
    {
      kind: 'verdict',
      ...verdictOf(left, payment.amountCents),
      holds: left === payment.amountCents,
    },
    {
      kind: 'facts',
      rows: [
        ...(payment.paidOn == null
          ? [{ label: 'Date of payment', value: timeOf(paidAt, timeZone) }]
          : [
              { label: 'Date of payment', value: payment.paidOn },
              { label: 'Recorded', value: timeOf(paidAt, timeZone) },
            ]),
        {
          label: 'Method',
          value: `${paymentMethodNames[payment.method]}${isTest(payment, demo) ? ' (TEST: no money moved)' : ''}`,
        },
        { label: 'Payment', value: payment.paymentId, code: true },
        ...(payment.reference === null ? [] : [{ label: 'Reference', value: payment.reference, code: true }]),
        ...(payment.txHash === null ? [] : [{ label: 'Transaction', value: payment.txHash, code: true }]),
      ],
    },
    ...(bills.length === 0
      ? []
      : ([
          { kind: 'heading', text: 'Bills' },
          {
            kind: 'table',
            head: ['Property', 'Address', 'Bill', 'Tax year', 'Amount'],
            widths: [3, 3, 4, 2, 2],
            amountsFrom: 4,
            rows: bills.map(({ subject, bill, year, cents }) => [
              subject,
              addresses.get(subject) ?? '',
              bill ?? 'Credit',
              year ?? '',
              formatCents(cents),
            ]),
          },
        ] as const)),
    { kind: 'heading', text: 'What it paid' },
    {
      kind: 'table',
      head: ['Part', 'Amount'],
      widths: [7, 3],
      amountsFrom: 1,
      rows: [...[...sums].map(([part, cents]) => [parts[part], formatCents(cents)]), ['Total', amount]],
    },
    ...(later.length === 0
      ? []
      : ([
          { kind: 'heading', text: 'Later entries' },
          {
            kind: 'table',
            head: ['Entry', 'Date', 'Amount'],
            widths: [4, 4, 2],
            amountsFrom: 2,
            rows: later.map((one) => [
              one.amountCents < 0 ? 'Taken back' : 'Counts again',
              `${timeOf(one.openedAt, timeZone)}, block ${one.openedIndex}`,
              formatCents(one.amountCents),
            ]),
          },
        ] as const)),
    { kind: 'heading', text: 'Where it is recorded' },
    {
      kind: 'facts',
      rows: [
        { label: 'Block', value: String(block.index) },
        { label: 'Hash (SHA-256)', value: block.hash, code: true },
      ],
    },
    {
      kind: 'paragraph',
      text: `The block is part of the city's own ledger, Cairn. Its hash covers this payment and every block before it: ${publicUrl}/blockchain?block=${block.index} checks it in your browser.`,
    },
  ];
  return {
    title: `Receipt for ${payment.paymentId}`,
    date: new Date(paidAt),
    foot: `Receipt for ${payment.paymentId}`,
    parts: body,
  };
}

/** Returns how much of a payment still counts, and why, in a few words. */
function verdictOf(left: number, cents: number): { text: string; basis: string } {
  const amount = formatCents(cents);
  if (left === cents) return { text: `${amount} is paid`, basis: 'Property tax' };
  if (left === 0)
    return { text: `None of ${amount} counts as paid any more`, basis: 'All of it was taken back or refunded.' };
  return {
    text: `${formatCents(left)} of ${amount} is paid`,
    basis: `${formatCents(cents - left)} was taken back or refunded.`,
  };
}

/** Returns what a payment paid on each bill, and the credit. The number of a bill begins with its tax year. */
function billsOf(payment: PaymentRow) {
  const bills = new Map<string, { subject: string; bill: string | null; year: string | null; cents: number }>();
  for (const { part, bill, cents, subject = payment.subject } of payment.allocations) {
    if (part === 'method_fee') continue;
    const key = bill ?? `credit of ${subject}`;
    bills.set(key, { subject, bill, year: bill?.slice(0, 4) ?? null, cents: (bills.get(key)?.cents ?? 0) + cents });
  }
  return [...bills.values()];
}

const isTest = ({ method }: PaymentRow, demo: boolean) => demo && method === 'fiat';
