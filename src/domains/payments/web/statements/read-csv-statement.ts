import { bookedOnProblem, LINE_TEXT_MAX, STATEMENT_LINES_MAX } from '#domains/payments/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import type { CsvMapping } from './csv-mapping.ts';
import { type CsvRow, readRows } from './csv-rows.ts';
import { foreignCurrencyOf, isForeign, parseCents, parseDate } from './parse-values.ts';
import { type Encoding, readText, StatementError } from './read-text.ts';
import { cut, type FileLine, type FileStatement, oldestFirst, PROBLEMS_MAX } from './statement-file.ts';

/** Returns the first rows of a file, for the choice of columns. */
export async function readFirstRows(
  file: Blob,
  encoding: Encoding,
  delimiter: CsvMapping['delimiter'],
  max: number,
): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const some of readRows(readText(file, encoding), delimiter)) {
    rows.push(...some.map(({ cells }) => cells));
    if (rows.length >= max) break;
  }
  return rows.slice(0, max);
}

/**
 * Reads a statement from CSV with these columns. A row that cannot be read is left out and listed.
 *
 * @throws StatementError if there are too many lines, or none
 */
export async function readCsvStatement(chunks: AsyncIterable<string>, mapping: CsvMapping): Promise<FileStatement> {
  const lines: FileLine[] = [];
  const problems: string[] = [];
  let [seen, unread] = [0, 0];
  for await (const rows of readRows(chunks, mapping.delimiter))
    for (const row of rows) {
      seen += 1;
      if (seen <= mapping.headerRows) continue;
      const line = readLine(row, mapping);
      if (typeof line !== 'string') lines.push(line);
      else {
        unread += 1;
        if (problems.length < PROBLEMS_MAX) problems.push(`Row ${row.row}: ${line}`);
      }
      if (lines.length > STATEMENT_LINES_MAX)
        throw new StatementError(
          `The file has more than ${STATEMENT_LINES_MAX.toLocaleString('en-US')} lines. Split it.`,
        );
    }
  if (lines.length === 0 && unread === 0) throw new StatementError('There are no rows below the column names.');
  if (unread > problems.length) problems.push(counted(unread - problems.length, 'more row'));
  return {
    bankAccount: '',
    openingCents: undefined,
    closingCents: undefined,
    lines: oldestFirst(lines),
    problems,
    unbooked: 0,
  };
}

/** Returns the line of a row, or the problem with it. */
export function readLine({ cells }: Pick<CsvRow, 'cells'>, mapping: CsvMapping): FileLine | string {
  const cell = (at: number) => (at < 0 ? '' : (cells[at] ?? ''));
  const bookedOn = parseDate(cell(mapping.date), mapping.dateFormat);
  if (bookedOn === undefined) return `“${cut(cell(mapping.date), 40)}” is not a date like ${mapping.dateFormat}`;
  const wrongDay = bookedOnProblem(bookedOn, Date.now());
  if (wrongDay !== undefined) return wrongDay;
  const currency = currencyBeside(cells, mapping);
  if (currency !== undefined) return inCurrency('The row', currency);
  const cents = readCents(cell, mapping);
  if (typeof cents === 'string') return cents;
  if (cents === 0) return 'The amount is zero';
  const texts = [cell(mapping.reference), cell(mapping.text)].filter((text) => text !== '');
  return {
    bookedOn,
    cents,
    currency: 'USD',
    text: cut(texts.join(' '), LINE_TEXT_MAX),
    counterparty: cut(cell(mapping.counterparty), 140),
    entryReference: cut(cell(mapping.entryReference), 140) || null,
  };
}

const inCurrency = (what: string, currency: string) =>
  `${what} is in ${currency}. Only lines in US dollars (USD) are read from CSV`;

/** Returns the currency that an unmapped column names, unless one names the US dollar. */
function currencyBeside(cells: readonly string[], mapping: CsvMapping): string | undefined {
  const { date, amount, credit, debit, text, reference, counterparty, entryReference } = mapping;
  const used = new Set([date, amount, credit, debit, text, reference, counterparty, entryReference]);
  const beside = cells.flatMap((cell, n) => (used.has(n) ? [] : cell.trim().toUpperCase()));
  return beside.includes('USD') ? undefined : beside.find(isForeign);
}

function readCents(cell: (at: number) => string, mapping: CsvMapping): number | string {
  const { decimal } = mapping;
  const wrong = (text: string) => {
    const [shown, currency] = [`“${cut(text, 40)}”`, foreignCurrencyOf(text)];
    return currency === undefined ? `${shown} is not an amount` : inCurrency(shown, currency);
  };
  if (mapping.amounts === 'one') return parseCents(cell(mapping.amount), decimal) ?? wrong(cell(mapping.amount));
  const [credit, debit] = [cell(mapping.credit), cell(mapping.debit)];
  const arrived = credit === '' ? 0 : parseCents(credit, decimal);
  const left = debit === '' ? 0 : parseCents(debit, decimal);
  if (arrived === undefined) return wrong(credit);
  if (left === undefined) return wrong(debit);
  if (arrived !== 0 && left !== 0) return 'Both amounts are filled in';
  return arrived === 0 ? -Math.abs(left) : arrived;
}
