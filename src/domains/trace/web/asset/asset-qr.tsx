import { Download } from 'lucide-react';
import { saveText } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { CopyButton } from '#platform/web/ui/action/copy-button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { QrCode, useQrDrawing } from '#platform/web/ui/value/qr-code.tsx';
import { labelSvg } from './label-file.ts';

/** A QR code that links to this page, to share or to print on goods as a label. */
export function AssetQr({ assetId, name }: { assetId: string; name: string }) {
  const link = `${globalThis.location?.origin ?? ''}/assets/${encodeURIComponent(assetId)}`;
  const drawing = useQrDrawing(link);
  return (
    <Card title="QR code">
      <div className="flex flex-wrap items-center gap-4">
        <QrCode drawing={drawing} label={`QR code of ${link}`} />
        <div className="flex min-w-0 flex-col items-start gap-2">
          <p className="text-13 text-muted">Scan it to open this page, or scan it in the event form.</p>
          <CopyButton text={link} what="link" words="Copy link" />
          <Button
            size="small"
            icon={<Download aria-hidden="true" size={14} />}
            disabled={!drawing}
            onClick={() =>
              drawing &&
              saveText(
                `${assetId.replaceAll(/[^\w.-]+/g, '-')}.svg`,
                labelSvg(drawing, { assetId, name }),
                'image/svg+xml',
              )
            }
          >
            Download label
          </Button>
        </div>
      </div>
    </Card>
  );
}
