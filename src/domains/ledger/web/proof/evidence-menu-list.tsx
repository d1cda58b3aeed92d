import { Download, FileText, Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import { downloadAssetProofs, downloadProof, readAssetEvidence, readBlockEvidence } from '#domains/ledger/contract.ts';
import { requestUrl } from '#platform/web/request-url.ts';
import { Menu, MenuItem } from '#platform/web/ui/overlay/menu.tsx';

export type Evidence = { readonly index: number } | { readonly assetId: string };

/** Evidence for third parties: the sheet for people, and the proof for programs. Open from the start. */
export function EvidenceMenuList({ of, trigger }: { of: Evidence; trigger: ReactElement }) {
  const isBlock = 'index' in of;
  const proof = isBlock ? downloadProof.path : downloadAssetProofs.path;
  const sheet = isBlock ? readBlockEvidence.path : readAssetEvidence.path;
  return (
    <Menu defaultOpen trigger={trigger}>
      <MenuItem asChild>
        <a href={requestUrl(sheet, of, { format: 'html' })} target="_blank" rel="noreferrer">
          <FileText aria-hidden="true" size={15} />
          Open the evidence sheet
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={requestUrl(sheet, of, { format: 'pdf' })} download>
          <Printer aria-hidden="true" size={15} />
          Download it as PDF
        </a>
      </MenuItem>
      <MenuItem asChild>
        <a href={requestUrl(proof, of)} download>
          <Download aria-hidden="true" size={15} />
          {isBlock ? 'Download proof' : 'Download proofs'}
        </a>
      </MenuItem>
    </Menu>
  );
}
