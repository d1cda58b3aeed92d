import { Download } from 'lucide-react';
import { saveText } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { CopyButton } from '#platform/web/ui/action/copy-button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { QrCode, type QrDrawing, useQrDrawing } from '#platform/web/ui/value/qr-code.tsx';

/** A QR code that links to this page, to print on goods or share. */
export function AssetQr({ assetId }: { assetId: string }) {
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
              drawing && saveText(`${assetId.replaceAll(/[^\w.-]+/g, '-')}.svg`, fileOf(drawing), 'image/svg+xml')
            }
          >
            Save as SVG
          </Button>
        </div>
      </div>
    </Card>
  );
}

function fileOf({ size, path }: QrDrawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`;
}
