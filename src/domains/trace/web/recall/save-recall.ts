import type { z } from 'zod';
import type { readRecall } from '#domains/trace/contract.ts';
import { saveText, toCsv } from '#platform/web/csv.ts';

export type Recall = z.infer<(typeof readRecall)['response']>;

const header = ['Asset ID', 'Name', 'Why', 'Status', 'Location', 'Custody', 'Since', 'Handled by', 'Block'];

/** Saves a recall report as CSV, one line for each asset; the chain it was read from stands in the file's name. */
export function saveRecall(assetId: string, { lines, basis }: Recall): void {
  const rows = lines.map((line) => [
    line.assetId,
    line.name,
    line.relation,
    line.status,
    line.location ?? '',
    line.custodian ?? '',
    line.since ?? '',
    line.handledBy.join('; '),
    line.blockIndex ?? '',
  ]);
  saveText(`recall-${assetId.replaceAll(/[^\w.-]+/g, '-')}-at-block-${basis.length - 1}.csv`, toCsv(header, rows));
}
