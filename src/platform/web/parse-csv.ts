import Papa from 'papaparse';

/** A row with the line it starts in, counted from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

/** A CSV syntax error with its line. */
export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = 'CsvError';
    this.line = line;
  }
}

const separators = [',', ';', '\t'] as const;

/**
 * Parses CSV as spreadsheets write it: with commas, semicolons or tabs, any line breaks, with or without a byte order
 * mark. Skips blank rows. Normalizes line breaks in cells to `\n`, so that a file saved with other line breaks, which
 * has the same digest, yields the same events.
 * @throws CsvError for a quote that is not closed, or text after a closing quote
 */
export function parseCsv(text: string): CsvRow[] {
  const content = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const rows: CsvRow[] = [];
  let [start, line] = [0, 1];
  Papa.parse<string[]>(content, {
    delimiter: separatorOf(content),
    newline: '\n',
    step: ({ data: cells, errors: [error], meta: { cursor } }) => {
      if (error !== undefined) throw new CsvError(lineAt(content, error.index ?? start), messageOf(error));
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells });
      line += lineAt(content.slice(start, cursor), cursor) - 1;
      start = cursor;
    },
  });
  return rows;
}

/** Returns the separator that splits the header into the most columns. */
export function separatorOf(content: string): (typeof separators)[number] {
  const columns = separators.map((delimiter) => {
    const { data } = Papa.parse<string[]>(content, { delimiter, preview: 1, skipEmptyLines: true });
    return data[0]?.length ?? 0;
  });
  return separators[columns.indexOf(Math.max(...columns))] ?? ',';
}

const lineAt = (content: string, index: number) => content.slice(0, index).split('\n').length;

const messageOf = ({ code }: Papa.ParseError) =>
  code === 'MissingQuotes'
    ? 'The quote opened here is never closed.'
    : 'There is text after a closing quote. Write a quote within a cell twice.';
