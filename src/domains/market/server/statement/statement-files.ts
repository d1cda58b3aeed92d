import { stringify } from 'csv-stringify/sync';
import { formatCents } from '#platform/contract/money.ts';
import { dayInWords, dayOf, letterhead } from '#platform/server/pdf/letterhead.ts';
import type { PdfContent, PdfPart } from '#platform/server/pdf/render-pdf.ts';
import type { CashMovement } from '../trading/movements.ts';
import type { Statement } from './read-statement.ts';

const words: Record<CashMovement['type'], readonly [came: string, went: string]> = {
  buy: ['Purchase', 'Purchase'],
  sell: ['Sale', 'Sale'],
  royalty: ['Royalty', 'Royalty'],
  income: ['Income', 'Income distributed'],
  cash: ['Cash paid in', 'Cash paid out'],
  cash_taken_back: ['Deposit taken back', 'Deposit taken back'],
  payout_returned: ['Payout returned', 'Payout returned'],
};

const wordsOf = ({ type, amount }: CashMovement) => words[type][amount >= 0 ? 0 : 1];
const HEAD = [
  ...['Date', 'What', 'Property ID', 'Shares', 'Acquired', 'Cost', 'Proceeds', 'Gain', 'Amount', 'Block'],
] as const;

/**
 * Returns the statement as CSV (RFC 4180). A sale has a row for each lot; the amounts of all rows add up to the change of the cash. The
 * remaining lots follow.
 */
export function toStatementCsv({ to, movements, sales, lots: left }: Statement): string {
  const lots = Map.groupBy(sales, ({ blockIndex, propertyId }) => `${blockIndex} ${propertyId}`);
  const told = new Set<string>();
  const rows = movements.flatMap((one) => {
    const { at, propertyId, shares, amount, blockIndex } = one;
    const key = `${blockIndex} ${propertyId}`;
    if (one.type !== 'sell')
      return [[at, wordsOf(one), propertyId ?? '', shares || '', '', '', '', '', money(amount), blockIndex]];
    // One block may sell to several: its lots are those of all its sales.
    if (told.has(key)) return [];
    told.add(key);
    return (lots.get(key) ?? []).map((lot) => [
      ...[
        at,
        'Sale',
        lot.propertyId,
        lot.shares,
        lot.acquiredAt,
        money(lot.cost),
        money(lot.proceeds),
        money(lot.gain),
      ],
      ...[money(lot.proceeds), blockIndex],
    ]);
  });
  const held = left.map((lot) => [
    ...[to, 'Shares left', lot.propertyId, lot.shares, lot.acquiredAt, money(lot.cost), '', '', '', ''],
  ]);
  return stringify([[...HEAD], ...rows, ...held], { record_delimiter: 'windows' });
}

/** Writes digits only, so no spreadsheet takes an amount for a formula; ids of properties cannot begin one. */
const money = (dollars: number | null): string => (dollars === null ? '' : dollars.toFixed(2));

type Place = { readonly publicUrl: string; readonly timeZone: string; readonly demo: boolean };

/** Returns the statement as a document. The same state gives the same bytes. */
export function toStatementPaper(statement: Statement, { publicUrl, timeZone, demo }: Place): PdfContent {
  const { from, to, address, cash, gain, movements, sales, lots } = statement;
  const day = (at: string) => dayOf(Date.parse(at), timeZone);
  const dollars = (amount: number | null) => (amount === null ? 'Not known' : formatCents(Math.round(amount * 100)));
  const table = (heading: string, part: Omit<Extract<PdfPart, { kind: 'table' }>, 'kind'>): PdfPart[] =>
    part.rows.length === 0
      ? []
      : [
          { kind: 'heading', text: heading },
          { kind: 'table', ...part },
        ];
  return {
    title: `Statement of property shares, ${from} to ${to}`,
    date: new Date(`${to}T23:59:59Z`),
    foot: `Statement of property shares, ${from} to ${to}`,
    parts: [
      letterhead('Statement', publicUrl),
      { kind: 'title', text: 'Property shares', below: `${dayInWords(from)} to ${dayInWords(to)}` },
      ...(demo ? [{ kind: 'paragraph', text: 'Sample statement of a demo. No money moved.' } as const] : []),
      {
        kind: 'facts',
        rows: [
          ...(address === null ? [] : [{ label: 'Address', value: address, code: true }]),
          { label: 'Cash before', value: dollars(cash.opening) },
          { label: 'Cash after', value: dollars(cash.closing) },
          { label: 'Gain of sales', value: dollars(gain) },
        ],
      },
      ...table('Sales, by lot', {
        head: ['Sold', 'Property', 'Acquired', 'Shares', 'Cost', 'Proceeds', 'Gain'],
        widths: [5, 4, 5, 2, 4, 4, 4],
        amountsFrom: 3,
        rows: sales.map((one) => [
          ...[day(one.soldAt), one.propertyId, day(one.acquiredAt), String(one.shares)],
          ...[dollars(one.cost), dollars(one.proceeds), dollars(one.gain)],
        ]),
      }),
      ...table('Movements of cash', {
        head: ['Date', 'What', 'Property', 'Block', 'Shares', 'Amount'],
        widths: [5, 4, 4, 2, 2, 4],
        amountsFrom: 4,
        rows: movements.map((one) => [
          ...[day(one.at), wordsOf(one), one.propertyId ?? '', String(one.blockIndex)],
          ...[one.shares === 0 ? '' : String(one.shares), dollars(one.amount)],
        ]),
      }),
      ...table('Shares after the last day', {
        head: ['Property', 'Acquired', 'Shares', 'Cost'],
        widths: [4, 5, 2, 4],
        amountsFrom: 2,
        rows: lots.map((one) => [one.propertyId, day(one.acquiredAt), String(one.shares), dollars(one.cost)]),
      }),
      {
        kind: 'paragraph',
        text:
          'A sale takes the shares that were bought first. Proceeds are without the royalty. Shares that were issued to the holder have no known ' +
          'cost. This is a record of this market, and no advice about tax.',
      },
    ],
  };
}
