import { Printer } from 'lucide-react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { CopyButton } from '#platform/web/ui/action/copy-button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { QrCode, useQrDrawing } from '#platform/web/ui/value/qr-code.tsx';
import { PdfLink } from '../payments/pdf-link.tsx';

/** Ways to share the page: a QR code and a link that open it, its extract as PDF, and printing. */
export function PropertyQr({ propertyId }: { propertyId: string }) {
  const link = `${globalThis.location?.origin ?? ''}/detroit/properties/${encodeURIComponent(propertyId)}`;
  return (
    <Card title="QR code">
      <div className="flex flex-wrap items-center gap-4">
        <QrCode drawing={useQrDrawing(link)} label={`QR code of ${link}`} />
        <div className="flex min-w-0 flex-col items-start gap-2">
          <p className="text-13 text-muted">Scan it to open this page.</p>
          <CopyButton text={link} what="link" words="Copy link" />
          <PdfLink path={`/api/detroit/properties/${propertyId}/extract`} label="Extract as PDF" />
          <Button size="small" icon={<Printer aria-hidden="true" size={14} />} onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </div>
    </Card>
  );
}
