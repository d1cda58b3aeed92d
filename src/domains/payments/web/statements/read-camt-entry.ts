import { bookedOnProblem, LINE_TEXT_MAX } from '#domains/payments/contract.ts';
import { parseCents, parseDate } from './parse-values.ts';
import { cut, type FileLine } from './statement-file.ts';
import { findAll, textAt, type XmlElement } from './xml-tree.ts';

/**
 * Returns the lines of a booked entry: one for each transfer of a batch if their amounts add up to it, otherwise one for all. For an entry
 * that cannot be read, returns the problem.
 */
export function readEntry(entry: XmlElement): FileLine[] | string {
  const ownReference = textAt(entry, 'AcctSvcrRef') || textAt(entry, 'NtryRef');
  const named = ownReference === '' ? 'An entry without a reference' : `Entry ${cut(ownReference, 60)}`;
  const day = dayOf(entry, 'BookgDt') ?? dayOf(entry, 'ValDt');
  if (day === undefined) return `${named} has no booking date`;
  const wrongDay = bookedOnProblem(day, Date.now());
  if (wrongDay !== undefined) return `${named}: ${wrongDay}`;
  const amount = findAll(entry, 'Amt')[0];
  const cents = signedCents(entry, amount);
  if (cents === undefined) return `${named} has no amount that can be read`;
  if (cents === 0) return `${named} has the amount zero`;
  const currency = amount?.attributes['Ccy'] ?? 'USD';
  if (!/^[A-Z]{3}$/.test(currency)) return `${named} has no currency`;
  const line = (transfers: readonly XmlElement[], own: { cents: number; reference: string }): FileLine => ({
    bookedOn: day,
    cents: own.cents,
    currency,
    text: textOf(entry, transfers),
    counterparty: cut(transfers.map((one) => counterpartyOf(one, own.cents)).find((name) => name !== '') ?? '', 140),
    entryReference: cut(own.reference, 140) || null,
  });
  const transfers = findAll(entry, 'NtryDtls', 'TxDtls');
  const amounts = transfers.map((one) => transferCents(one, currency, cents));
  const total = amounts.reduce<number>((sum, one) => sum + (one ?? Number.NaN), 0);
  if (transfers.length > 1 && total === cents && !amounts.includes(0))
    return transfers.map((one, n) =>
      line([one], {
        cents: amounts[n] ?? 0,
        reference: textAt(one, 'Refs', 'AcctSvcrRef') || (ownReference && `${cut(ownReference, 120)}/${n + 1}`),
      }),
    );
  const [only] = transfers;
  return [line(transfers, { cents, reference: ownReference || (only ? textAt(only, 'Refs', 'AcctSvcrRef') : '') })];
}

const dayOf = (entry: XmlElement, name: string) =>
  parseDate((textAt(entry, name, 'Dt') || textAt(entry, name, 'DtTm')).slice(0, 10), 'YYYY-MM-DD');

function signedCents(of: XmlElement, amount: XmlElement | undefined): number | undefined {
  const cents = amount === undefined ? undefined : parseCents(amount.text, '.');
  if (cents === undefined || cents < 0) return undefined;
  return textAt(of, 'CdtDbtInd') === 'DBIT' ? -cents : cents;
}

/** Returns the amount of a transfer in the currency of its entry. Version 2 has it in `AmtDtls` only. */
function transferCents(transfer: XmlElement, currency: string, entryCents: number): number | undefined {
  const amount = findAll(transfer, 'Amt')[0] ?? findAll(transfer, 'AmtDtls', 'TxAmt', 'Amt')[0];
  if (amount === undefined || (amount.attributes['Ccy'] ?? currency) !== currency) return undefined;
  const cents = parseCents(amount.text, '.');
  if (cents === undefined || cents < 0) return undefined;
  const direction = textAt(transfer, 'CdtDbtInd');
  const negative = direction === '' ? entryCents < 0 : direction === 'DBIT';
  return negative ? -cents : cents;
}

/** Returns all references and texts of transfers, each once: the creditor reference first. */
function textOf(entry: XmlElement, transfers: readonly XmlElement[]): string {
  const texts = transfers.flatMap((transfer) => [
    ...findAll(transfer, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref').map(({ text }) => text),
    textAt(transfer, 'Refs', 'EndToEndId'),
    ...findAll(transfer, 'RmtInf', 'Ustrd').map(({ text }) => text),
    ...findAll(transfer, 'RmtInf', 'Strd', 'AddtlRmtInf').map(({ text }) => text),
    textAt(transfer, 'AddtlTxInf'),
  ]);
  texts.push(textAt(entry, 'AddtlNtryInf'));
  const said = texts
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text && text !== 'NOTPROVIDED');
  return cut([...new Set(said)].join(' '), LINE_TEXT_MAX);
}

/** Returns the name of the counterparty. Since version 8 it is within `Pty`. */
function counterpartyOf(transfer: XmlElement, cents: number): string {
  const side = cents < 0 ? 'Cdtr' : 'Dbtr';
  return textAt(transfer, 'RltdPties', side, 'Nm') || textAt(transfer, 'RltdPties', side, 'Pty', 'Nm');
}
