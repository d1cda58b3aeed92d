import { ChevronDown, Download, FileText, Printer } from 'lucide-react';
import { downloadAssetProofs, downloadProof, readAssetEvidence, readBlockEvidence } from '#domains/ledger/contract.ts';
import { requestUrl } from '#platform/web/request-url.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Menu, MenuItem } from '#platform/web/ui/overlay/menu.tsx';

/** Evidence for third parties: the sheet for people, and the proof for programs. */
export function EvidenceMenu({ of }: { of: { readonly index: number } | { readonly assetId: string } }) {
  const isBlock = 'index' in of;
  const proof = isBlock ? downloadProof.path : downloadAssetProofs.path;
  const sheet = isBlock ? readBlockEvidence.path : readAssetEvidence.path;
  return (
    <Menu
      trigger={
        <Button size="small">
          Evidence <ChevronDown aria-hidden="true" size={14} />
        </Button>
      }
    >
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
