import { formatCount } from './format-number.ts';
import { saveCsv, showExportFailure } from './save-file.ts';
import { showToast } from './ui/feedback/toast-store.ts';

export type AllPages<Row> = {
  /** The rows in the plural, for the file name and the toast. */
  readonly what: string;
  readonly rowsMax: number;
  /** Reads page `page`, starting at 1. `total` counts all rows. */
  readonly read: (page: number) => Promise<{ rows: readonly Row[]; total: number; hasNext: boolean }>;
  readonly header: readonly string[];
  readonly rowOf: (row: Row) => readonly (string | number)[];
  /** The text after the total if rows are cut off. */
  readonly cutNote: string;
};

/** Saves all pages of a list as CSV, up to `rowsMax` rows. Reports when rows are cut off or nothing could be saved. */
export async function saveAllPages<Row>({ what, rowsMax, read, header, rowOf, cutNote }: AllPages<Row>): Promise<void> {
  const rows: Row[] = [];
  let total = 0;
  try {
    for (let page = 1; rows.length < rowsMax; page += 1) {
      const answer = await read(page);
      rows.push(...answer.rows);
      total = answer.total;
      if (!answer.hasNext) break;
    }
  } catch {
    showExportFailure();
    return;
  }
  await saveCsv(`${what}.csv`, header, rows.map(rowOf));
  showToast({
    title: `${formatCount(rows.length)} ${what} exported`,
    ...(rows.length < total ? { description: `Of ${formatCount(total)}${cutNote}` } : {}),
    tone: 'success',
  });
}
