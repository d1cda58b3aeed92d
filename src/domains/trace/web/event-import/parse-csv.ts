import Papa from 'papaparse';

/** A row with the line of the file it begins in, counted from 1. */
export type CsvRow = { readonly line: number; readonly cells: readonly string[] };

/** A file that cannot be read as CSV, with the line and what is wrong there. */
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
 * Reads CSV as spreadsheets write it: with commas, semicolons or tabs, any line breaks, with or without a byte order mark.
 * Leaves out blank rows. A line break inside a cell is returned as `\n`, so that a file saved with other line breaks, which
 * has the same digest, gives the same events.
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
    ? 'A quote is opened here and never closed.'
    : 'There is text behind a closing quote. A quote within a cell is written twice.';
