import Papa from 'papaparse';
import { StatementError } from './read-text.ts';

export const delimiters = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof delimiters)[number];

/** A row with its number in the file, from 1, without blank rows. */
export type CsvRow = { readonly row: number; readonly cells: readonly string[] };

/** A longer row means an unclosed quote, or a file that is not CSV. */
const ROW_LENGTH_MAX = 1_000_000;

/**
 * Parses CSV from chunks of text, with any line breaks. A chunk may end anywhere: the last row is kept until the next chunk
 * completes it.
 *
 * @throws StatementError for a quote that is not closed
 */
export async function* readRows(chunks: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<CsvRow[]> {
  let [rest, row] = ['', 0];
  const parse = (text: string, complete: boolean): CsvRow[] => {
    const rows: CsvRow[] = [];
    let start = 0;
    Papa.parse<string[]>(text, {
      delimiter,
      newline: '\n',
      step: ({ data: cells, errors: [error], meta: { cursor } }, parser) => {
        const isLast = cursor >= text.length && !text.endsWith('\n');
        if (!complete && (isLast || error !== undefined)) return parser.abort();
        if (error !== undefined) throw new StatementError(`Row ${row + 1} has a quote that is never closed.`);
        row += 1;
        start = cursor;
        if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells: cells.map((cell) => cell.trim()) });
      },
    });
    rest = complete ? '' : text.slice(start);
    return rows;
  };
  let held = '';
  let first = true;
  for await (const chunk of chunks) {
    const text = held + (first ? chunk.replace(/^\uFEFF/, '') : chunk);
    first = false;
    // The other half of a line break may be in the next chunk.
    held = text.endsWith('\r') ? '\r' : '';
    const complete = held === '' ? text : text.slice(0, -1);
    yield parse(rest + complete.replaceAll(/\r\n?/g, '\n'), false);
    if (rest.length > ROW_LENGTH_MAX) throw new StatementError(`Row ${row + 1} is too long, or a quote is not closed.`);
  }
  yield parse(rest, true);
}

/** Returns the delimiter that splits the first rows into the most columns. */
export function guessDelimiter(start: string): Delimiter {
  const widths = delimiters.map((delimiter) => {
    const { data } = Papa.parse<string[]>(start, { delimiter, preview: 20, skipEmptyLines: true });
    return Math.max(0, ...data.map((cells) => cells.length));
  });
  return delimiters[widths.indexOf(Math.max(...widths))] ?? ',';
}
