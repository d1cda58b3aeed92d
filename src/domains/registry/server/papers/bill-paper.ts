import { daysInWords } from '#domains/registry/contract.ts';
import { formatCents } from '#platform/contract/money.ts';
import { dayInWords, dayOf, letterhead, timeOf } from '#platform/server/pdf/letterhead.ts';
import type { PdfContent, PdfPart } from '#platform/server/pdf/render-pdf.ts';
import { createQr } from '#platform/server/qr.ts';
import { type BillState, openOf } from '../taxes/bill-state.ts';
import { explainLines } from '../taxes/explain-lines.ts';
import { DEMO_NOTE } from './demo-note.ts';

export type BillPaper = {
  readonly bill: BillState;
  readonly address: string;
  readonly publicUrl: string;
  readonly timeZone: string;
  readonly demo: boolean;
  /** When it is printed, in milliseconds since the epoch. */
  readonly now: number;
};

/**
 * Returns a bill as a document: every line with its computation, the installments, and how to pay. It names no owner,
 * because others may open a letter. The QR code opens the page that pays the bill.
 */
export function billPaper({ bill, address, publicUrl, timeZone, demo, now }: BillPaper): PdfContent {
  const link = `${publicUrl}/detroit/pay?bill=${bill.billNumber}`;
  const open = openOf(bill);
  const next = bill.installments.find(({ openCents }) => openCents > 0);
  const parts: PdfPart[] = [
    letterhead('Property tax bill', publicUrl),
    {
      kind: 'title',
      text: `Property tax ${bill.year}`,
      below: `${address}\nProperty ${bill.propertyId}`,
      qr: createQr(link),
    },
    ...(demo ? [{ kind: 'paragraph', text: DEMO_NOTE } as const] : []),
    {
      kind: 'verdict',
      text: open === 0 ? 'This bill is paid.' : `${formatCents(open)} is open`,
      basis: verdictBasis(bill, next?.dueAt, { timeZone, now }),
      holds: next === undefined || next.dueAt >= now,
    },
    {
      kind: 'facts',
      rows: [
        { label: 'Bill number', value: bill.billNumber, code: true },
        { label: 'Issued', value: `${dayOf(bill.issuedAt, timeZone)}, in block ${bill.leviedIndex}` },
      ],
    },
    { kind: 'heading', text: 'What is charged' },
    {
      kind: 'table',
      head: ['Line', 'Computed from', 'Amount'],
      widths: [3, 5, 2],
      amountsFrom: 2,
      rows: [
        ...explainLines(bill.lines).map(({ name, explanation, cents }) => [
          daysInWords(name, dayInWords),
          daysInWords(explanation, dayInWords),
          formatCents(cents),
        ]),
        ['Total', '', formatCents(bill.totalCents)],
        ...(open === bill.totalCents ? [] : [['Paid', '', formatCents(bill.totalCents - open)]]),
        ['Still open', '', formatCents(open)],
      ],
    },
    { kind: 'heading', text: 'When it is due' },
    {
      kind: 'table',
      head: ['Last day to pay', 'Installment', 'Still open'],
      widths: [4, 3, 3],
      amountsFrom: 1,
      rows: bill.installments.map(({ dueAt, cents, openCents }) => [
        `${dayOf(dueAt, timeZone)}${openCents > 0 && dueAt < now ? ' (overdue)' : ''}`,
        formatCents(cents),
        openCents === 0 ? 'Paid' : formatCents(openCents),
      ]),
    },
    { kind: 'paragraph', text: lateWords(bill) },
    { kind: 'heading', text: 'How to pay' },
    {
      kind: 'paragraph',
      text: `Scan the code, or open ${publicUrl}/detroit/pay and enter the bill number. No account is needed. The page shows what each method costs, and gives you the reference for a bank transfer.`,
    },
    {
      kind: 'paragraph',
      text: 'Anyone with this number can see its total and pay it, and nothing else. The oldest bill is paid first: fees, then interest, then tax.',
    },
  ];
  return {
    title: `Property tax ${bill.year}, bill ${bill.billNumber}`,
    date: new Date(now),
    foot: `Bill ${bill.billNumber} · as of ${timeOf(now, timeZone)}`,
    parts,
  };
}

function verdictBasis(
  bill: BillState,
  dueAt: number | undefined,
  { timeZone, now }: { timeZone: string; now: number },
) {
  if (dueAt === undefined) return `All ${formatCents(bill.totalCents)} arrived.`;
  if (dueAt >= now) return `The next installment is due on ${dayOf(dueAt, timeZone)}.`;
  const later = bill.installments.reduce((sum, one) => sum + (one.dueAt >= now ? one.openCents : 0), 0);
  return later === 0
    ? `It was due on ${dayOf(dueAt, timeZone)}.`
    : `${formatCents(openOf(bill) - later)} of it was due on ${dayOf(dueAt, timeZone)}. The rest is due later.`;
}

function lateWords({ interestBasisPoints, penaltyBasisPoints }: BillState): string {
  const percent = (points: number) => `${points / 100} %`;
  return `A late installment costs a penalty of ${percent(penaltyBasisPoints)} once, and interest of ${percent(interestBasisPoints)} for each month or part of a month. A due day ends at 23:59:59 in the city.`;
}
