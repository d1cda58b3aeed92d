import { Download, FileText, Printer } from 'lucide-react';
import { downloadAssetProofs, downloadProof, readAssetEvidence, readBlockEvidence } from '#domains/ledger/contract.ts';
import { requestUrl } from '#platform/web/request-url.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';

/** Evidence for third parties: the proof for programs, and the sheet for people. */
export function EvidenceLinks({ of }: { of: { readonly index: number } | { readonly assetId: string } }) {
  const isBlock = 'index' in of;
  const proof = isBlock ? downloadProof.path : downloadAssetProofs.path;
  const sheet = isBlock ? readBlockEvidence.path : readAssetEvidence.path;
  return (
    <>
      <a href={requestUrl(proof, of)} download className={buttonClass('secondary', 'small')}>
        <Download aria-hidden="true" size={14} />
        {isBlock ? 'Download proof' : 'Download proofs'}
      </a>
      <a
        href={requestUrl(sheet, of, { format: 'html' })}
        target="_blank"
        rel="noreferrer"
        className={buttonClass('secondary', 'small')}
      >
        <FileText aria-hidden="true" size={14} />
        Evidence sheet
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
      <a href={requestUrl(sheet, of, { format: 'pdf' })} download className={buttonClass('quiet', 'small')}>
        <Printer aria-hidden="true" size={14} />
        PDF
      </a>
    </>
  );
}
