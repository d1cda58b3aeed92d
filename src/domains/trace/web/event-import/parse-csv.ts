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
 * Reads CSV (RFC 4180) as spreadsheets write it: with commas, semicolons or tabs, with any line ends, with or without a byte
 * order mark. Quoted cells may hold separators, quotes (doubled) and line breaks. Blank lines are left out.
 * @throws CsvError for a quote that is not closed, or text behind a closing quote
 */
export function parseCsv(text: string): CsvRow[] {
  const content = text.replace(/^\uFEFF/, '');
  return [...readRows(content, separatorOf(content))].filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

/** The separator of which the header has the most, outside quotes. */
export function separatorOf(content: string): (typeof separators)[number] {
  const header = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(content.trimStart())?.[0] ?? '').replaceAll(
    /"(?:[^"]|"")*"/g,
    '',
  );
  const counts = separators.map((separator) => header.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

function* readRows(content: string, separator: string): Generator<CsvRow> {
  let [at, line] = [0, 1];
  while (at < content.length) {
    const begins = line;
    const cells: string[] = [];
    for (;;) {
      const cell = content[at] === '"' ? readQuoted(content, at, line, separator) : readPlain(content, at, separator);
      cells.push(cell.text);
      line += cell.breaks;
      at = cell.end;
      if (content[at] !== separator) break;
      at += 1;
    }
    if (content[at] === '\r' && content[at + 1] === '\n') at += 1;
    at += 1;
    yield { line: begins, cells };
    line += 1;
  }
}

type Cell = { readonly text: string; readonly end: number; readonly breaks: number };

function readPlain(content: string, from: number, separator: string): Cell {
  let end = from;
  while (end < content.length && content[end] !== separator && content[end] !== '\n' && content[end] !== '\r') end += 1;
  return { text: content.slice(from, end), end, breaks: 0 };
}

function readQuoted(content: string, from: number, line: number, separator: string): Cell {
  let end = from + 1;
  for (;;) {
    end = content.indexOf('"', end);
    if (end < 0) throw new CsvError(line, 'A quote is opened here and never closed.');
    if (content[end + 1] !== '"') break;
    end += 2;
  }
  const text = content.slice(from + 1, end).replaceAll('""', '"');
  const breaks = text.split(/\r\n|\n|\r/).length - 1;
  const next = content[end + 1];
  if (next !== undefined && next !== separator && next !== '\n' && next !== '\r')
    throw new CsvError(line + breaks, 'There is text behind a closing quote. A quote within a cell is written twice.');
  return { text, end: end + 1, breaks };
}
