import { Download } from 'lucide-react';
import { saveText } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { CopyButton } from '#platform/web/ui/action/copy-button.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';

type RecoveryCodesDialogProps = { username: string; codes: readonly string[]; onClose: () => void };

/** Shows new recovery codes once, to copy or save. */
export function RecoveryCodesDialog({ username, codes, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n');
  return (
    <Dialog
      open
      dismissible={false}
      title="Save your recovery codes"
      description="If you lose your authenticator app, each code signs you in once. They are shown only now."
      footer={
        <Button variant="primary" onClick={onClose}>
          I saved them
        </Button>
      }
    >
      <ol aria-label="Recovery codes" className="rounded-8 border border-line bg-sunken p-4 font-mono text-12">
        {codes.map((code) => (
          <li key={code} className="py-0.5 wrap-anywhere">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={text} what="recovery codes" words="Copy all" />
        <Button
          size="small"
          icon={<Download aria-hidden="true" size={14} />}
          onClick={() => saveText(`cairn-recovery-codes-${username}.txt`, `${text}\n`, 'text/plain')}
        >
          Download as text
        </Button>
      </div>
    </Dialog>
  );
}
