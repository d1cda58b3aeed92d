import { ChevronDown, FileDown, FileText, Printer } from 'lucide-react';
import type { z } from 'zod';
import { type readRecall, readRecallReport } from '#domains/trace/contract.ts';
import { requestUrl } from '#platform/web/request-url.ts';
import { saveCsv } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Menu, MenuItem } from '#platform/web/ui/overlay/menu.tsx';

export type RecallMenuProps = {
  assetId: string;
  scope: 'asset' | 'batch';
  /** Undefined while it loads. */
  recall: Recall | undefined;
};

export const reportUrl = (assetId: string, scope: 'asset' | 'batch', format: 'html' | 'pdf'): string =>
  requestUrl(readRecallReport.path, { assetId }, { scope, format });

/** The recall for third parties: the report to print, as a page or a PDF with its proof, and the list as CSV. */
export function RecallMenu({ assetId, scope, recall }: RecallMenuProps) {
  const trigger = (
    <Button variant="primary" disabled={!recall}>
      Evidence <ChevronDown aria-hidden="true" size={14} />
    </Button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuItem asChild>
        <a href={reportUrl(assetId, scope, 'html')} target="_blank" rel="noreferrer">
          <FileText aria-hidden="true" size={15} />
          Open the report to print
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={reportUrl(assetId, scope, 'pdf')} download>
          <Printer aria-hidden="true" size={15} />
          Download it as PDF
        </a>
      </MenuItem>
      <MenuItem onSelect={() => recall && saveRecall(assetId, recall)}>
        <FileDown aria-hidden="true" size={15} />
        Download the list as CSV
      </MenuItem>
    </Menu>
  );
}

type Recall = z.infer<(typeof readRecall)['response']>;

const header = ['Asset ID', 'Name', 'Why', 'Status', 'Location', 'Custody', 'Since', 'Handled by', 'Block'];

/** Saves a recall report as CSV, one line per asset. The file name has the chain's length. */
function saveRecall(assetId: string, { lines, basis }: Recall): void {
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
  void saveCsv(`recall-${assetId.replaceAll(/[^\w.-]+/g, '-')}-at-block-${basis.length - 1}.csv`, header, rows);
}
