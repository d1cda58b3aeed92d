import { ScanLine } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ASSET_ID_MAX } from '#domains/trace/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { EventValues } from './event-values.ts';
import { readScannedCode } from './scan/scanned-code.ts';

const ScanDialog = lazy(() => import('./scan/scan-dialog.tsx'));

export type AssetIdFieldProps = {
  value: string;
  error: string | undefined;
  onEdit: (change: Partial<EventValues>) => void;
};

/** The asset's id, typed or scanned. */
export function AssetIdField({ value, error, onEdit }: AssetIdFieldProps) {
  const [scanning, setScanning] = useState(false);
  const take = (text: string) => {
    setScanning(false);
    const code = readScannedCode(text, window.location.origin);
    if (code) onEdit(code);
  };
  return (
    <>
      <Field label="Asset ID" error={error ?? tooLong(value.trim().length)} hint="Enter manually or scan QR code">
        {(control) => (
          <TextField
            {...control}
            placeholder="PRD-2024-XXX"
            spellCheck={false}
            autoCapitalize="characters"
            value={value}
            onChange={(event) => onEdit({ assetId: event.target.value })}
            trailing={
              <IconButton label="Scan QR code" size="small" className="mr-1" onClick={() => setScanning(true)}>
                <ScanLine aria-hidden="true" size={16} />
              </IconButton>
            }
          />
        )}
      </Field>
      {scanning ? (
        <Suspense>
          <ScanDialog onRead={take} onClose={() => setScanning(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** A scanned or pasted id may be too long. Its limit shows before the form is sent. */
const tooLong = (length: number): string | undefined =>
  length > ASSET_ID_MAX
    ? `Asset ID must be at most ${ASSET_ID_MAX} characters. Remove ${formatCounted(length - ASSET_ID_MAX, 'character')}.`
    : undefined;
