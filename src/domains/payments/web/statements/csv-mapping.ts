import { z } from 'zod';
import { type Delimiter, delimiters } from './csv-rows.ts';
import { type DateFormat, type DecimalMark, dateFormats, parseCents, parseDate } from './parse-values.ts';

const Column = z.int().min(-1).max(500);

/** How the columns of a bank's CSV are read. A column of -1 is not there. */
export const CsvMapping = z.object({
  delimiter: z.enum(delimiters),
  /** Rows up to and including the one with the column names. */
  headerRows: z.int().min(0).max(50),
  dateFormat: z.enum(dateFormats),
  decimal: z.enum(['.', ',']),
  date: Column,
  /** One column with a sign, or one each for money that arrived and that left. */
  amounts: z.enum(['one', 'two']),
  amount: Column,
  credit: Column,
  debit: Column,
  text: Column,
  reference: Column,
  counterparty: Column,
  entryReference: Column,
});
export type CsvMapping = z.infer<typeof CsvMapping>;

/** Names of columns in the exports of banks. The first match counts. */
const names: Record<
  'date' | 'amount' | 'credit' | 'debit' | 'text' | 'reference' | 'counterparty' | 'entryReference',
  RegExp
> = {
  date: /book.*date|posting date|transaction date|^date\b|buchung|datum|date/i,
  amount: /^amount|amount|betrag|umsatz|montant/i,
  credit: /credit|deposit|money in|paid in|haben|gutschrift/i,
  debit: /debit|withdraw|money out|paid out|soll|lastschrift/i,
  text: /description|details|text|memo|narrative|purpose|verwendungszweck|remittance|message/i,
  reference: /creditor ref|payment ref|end.?to.?end|customer ref|^reference|^ref\b/i,
  counterparty: /counterparty|payer|name|payee|beg.nstigter|zahlungspflichtiger|auftraggeber|partner/i,
  entryReference: /transaction id|entry (id|ref)|bank ref|fitid|^id$|transaction (no|number|ref)/i,
};

const looksLikeDate = (cell: string) => dateFormats.some((format) => parseDate(cell, format) !== undefined);

/** Returns the most likely mapping of a file by the names and values in its first rows. */
export function guessMapping(rows: readonly (readonly string[])[], delimiter: Delimiter): CsvMapping {
  const dated = rows.findIndex((cells) => cells.some(looksLikeDate));
  const headerRows = Math.max(dated, 0);
  const header = rows[headerRows - 1] ?? [];
  const sample = rows.slice(headerRows);
  const taken = new Set<number>();
  const column = (name: keyof typeof names) => {
    const at = header.findIndex((cell, n) => !taken.has(n) && names[name].test(cell));
    if (at >= 0) taken.add(at);
    return at;
  };
  const date = column('date');
  const [entryReference, credit, debit, amount] = [
    column('entryReference'),
    column('credit'),
    column('debit'),
    column('amount'),
  ];
  const dateColumn = date >= 0 ? date : (sample[0]?.findIndex(looksLikeDate) ?? -1);
  return {
    delimiter,
    headerRows,
    dateFormat: guessDateFormat(sample.map((cells) => cells[dateColumn] ?? '')),
    decimal: guessDecimal(sample.flatMap((cells) => [amount, credit, debit].flatMap((at) => cells[at] ?? []))),
    date: dateColumn,
    amounts: amount < 0 && credit >= 0 && debit >= 0 ? 'two' : 'one',
    amount,
    credit,
    debit,
    text: column('text'),
    reference: column('reference'),
    counterparty: column('counterparty'),
    entryReference,
  };
}

/** Returns the format that fits the most dates. 03/04/2026 fits two, and only the user can decide. */
function guessDateFormat(cells: readonly string[]): DateFormat {
  const fits = dateFormats.map((format) => cells.filter((cell) => parseDate(cell, format) !== undefined).length);
  return dateFormats[fits.indexOf(Math.max(...fits))] ?? 'YYYY-MM-DD';
}

function guessDecimal(cells: readonly string[]): DecimalMark {
  const fits = (mark: DecimalMark) => cells.filter((cell) => parseCents(cell, mark) !== undefined).length;
  return fits(',') > fits('.') ? ',' : '.';
}

/** Mappings are stored on this device by the names of the columns. */
const keyOf = (header: readonly string[]) => `cairn.statement-columns:${header.join('|').slice(0, 500)}`;

export function rememberMapping(header: readonly string[], mapping: CsvMapping): void {
  try {
    localStorage.setItem(keyOf(header), JSON.stringify(mapping));
  } catch {
    // A browser that blocks storage asks again next time.
  }
}

/** Returns the mapping that was last used for a file with these columns. */
export function recallMapping(rows: readonly (readonly string[])[]): CsvMapping | undefined {
  for (const [n, header] of rows.entries()) {
    try {
      const parsed = CsvMapping.safeParse(JSON.parse(localStorage.getItem(keyOf(header)) ?? 'null'));
      if (parsed.success && parsed.data.headerRows === n + 1) return parsed.data;
    } catch {
      return undefined;
    }
  }
  return undefined;
}
