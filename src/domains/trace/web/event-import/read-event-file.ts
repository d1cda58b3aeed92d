import { z } from 'zod';
import { isKnownAction, unknownAction } from '#domains/trace/contract/known-actions.ts';
import { AddEventRequest } from '#domains/trace/contract.ts';
import { explainIssues } from '#platform/contract/explain-issue.ts';
import { type CsvRow, parseCsv } from '#platform/web/parse-csv.ts';
import { explainMetadata, parseMetadata } from '../event-form/metadata.ts';

/** A row of the file: its event, or its errors. `row` counts events, `line` counts lines of the file. */
export type EventRow = {
  readonly row: number;
  readonly line: number;
  readonly cells: readonly string[];
  readonly request: AddEventRequest | undefined;
  readonly errors: readonly string[];
};
export type EventFile = { readonly header: readonly string[]; readonly rows: readonly EventRow[] };

export const rowsMax = 1000;

/** Columns by header, ignoring case, spaces and punctuation. Any other column becomes metadata under its header. */
const known: Readonly<Record<string, Column>> = {
  user: 'user',
  participant: 'user',
  action: 'action',
  actiontype: 'action',
  assetid: 'assetId',
  asset: 'assetId',
  id: 'assetId',
  location: 'location',
  timestamp: 'timestamp',
  happened: 'timestamp',
  happenedat: 'timestamp',
  metadata: 'metadata',
  additionalmetadata: 'metadata',
};
type Column = 'user' | 'action' | 'assetId' | 'location' | 'timestamp' | 'metadata';

const Timestamp = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/**
 * Parses events from CSV and checks each row with the server's own schema. A row without a participant is recorded for
 * `user`. Throws an Error with the reason if the file as a whole is unusable.
 */
export function readEventFile(text: string, user: string): EventFile {
  if (/^\uFEFF?\s*[{<[]/.test(text))
    throw new Error(
      'This is JSON or XML, not CSV. The operator of this server imports EPCIS documents with `cairn import epcis`.',
    );
  const [first, ...rows] = parseCsv(text);
  if (first === undefined) throw new Error('The file is empty. The first line must have the column names.');
  const header = first.cells.map((cell) => cell.trim());
  const columns = header.map((name) => known[name.toLowerCase().replaceAll(/[^a-z]/g, '')]);
  for (const [column, title] of [
    ['action', 'action'],
    ['assetId', 'asset_id'],
  ] as const)
    if (!columns.includes(column))
      throw new Error(`The column ${title} is missing. The first line must have the column names.`);
  const doubled = header.find((name, at) => name !== '' && header.indexOf(name) !== at);
  if (doubled !== undefined) throw new Error(`The column ${doubled} appears twice.`);
  if (rows.length === 0) throw new Error('There are no rows below the header.');
  if (rows.length > rowsMax)
    throw new Error(
      `The file has ${rows.length} rows. At most ${rowsMax} can be sent at a time. Split it into smaller files.`,
    );
  return { header, rows: refuseSecondOrigins(rows.map((row, at) => readRow(row, at + 1, header, columns, user))) };
}

/** Refuses each row that creates the same asset as an earlier row: the server would refuse it after recording a part. */
function refuseSecondOrigins(rows: readonly EventRow[]): EventRow[] {
  const created = new Map<string, number>();
  return rows.map((row) => {
    if (row.request?.action !== 'manufactured') return row;
    const { asset_id: assetId } = row.request;
    const earlier = created.get(assetId);
    if (earlier === undefined) {
      created.set(assetId, row.line);
      return row;
    }
    const error = `Line ${earlier} already creates the asset ${assetId}; an asset is manufactured only once`;
    return { ...row, request: undefined, errors: [error] };
  });
}

function readRow(
  { line, cells }: CsvRow,
  row: number,
  header: readonly string[],
  columns: readonly (Column | undefined)[],
  user: string,
): EventRow {
  const textIn = (column: Column) => cells[columns.indexOf(column)]?.trim() ?? '';
  const others = header.flatMap((name, at) => {
    const value = cells[at]?.trim() ?? '';
    return columns[at] === undefined && name !== '' && value !== '' ? [[name, value] as const] : [];
  });
  const timestamp = textIn('timestamp');
  const errors: string[] = [];
  if (cells.length > header.length)
    errors.push(
      `The row has ${cells.length} cells, but the header has ${header.length}; quote cells that contain a separator`,
    );
  if (timestamp !== '' && !Timestamp.safeParse(timestamp).success)
    errors.push('Time must be a day or an instant with a zone, such as 2026-03-04 or 2026-03-04T05:06:07Z');
  if (explainMetadata(textIn('metadata')) !== undefined)
    errors.push('Metadata must be a JSON object or key:value pairs separated by commas');
  const candidate = {
    user: textIn('user') || user,
    action: textIn('action')
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
    asset_id: textIn('assetId'),
    meta: {
      ...Object.fromEntries(others),
      ...parseMetadata(textIn('metadata'), textIn('location')),
      ...(timestamp === '' ? {} : { timestamp }),
    },
  };
  const parsed = AddEventRequest.safeParse(candidate, { error: explainIssues('body') });
  // Only the first message about each field: the others follow from it.
  const issues = new Map((parsed.error?.issues ?? []).toReversed().map(({ path, message }) => [path[0], message]));
  errors.push(...[...issues.values()].toReversed());
  if (parsed.data !== undefined && !isKnownAction(parsed.data.action)) errors.push(unknownAction(parsed.data.action));
  if (parsed.data?.action === 'correction')
    errors.push("Corrections can't be imported; correct each event individually");
  return { row, line, cells, request: errors.length === 0 ? parsed.data : undefined, errors };
}
