import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { saveText } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { CopyButton } from '#platform/web/ui/action/copy-button.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

type Drawing = { readonly size: number; readonly path: string };

const quiet = 4;

/** A QR code that links to this page, to print on goods or share. */
export function AssetQr({ assetId }: { assetId: string }) {
  const link = `${window.location.origin}/assets/${encodeURIComponent(assetId)}`;
  const drawing = useDrawing(link);
  return (
    <Card title="QR code">
      <div className="flex flex-wrap items-center gap-4">
        {drawing ? (
          <svg
            role="img"
            aria-label={`QR code of ${link}`}
            viewBox={`0 0 ${drawing.size} ${drawing.size}`}
            shapeRendering="crispEdges"
            className="size-32 shrink-0 rounded-8 border border-line"
          >
            <rect width={drawing.size} height={drawing.size} fill="white" />
            <path d={drawing.path} fill="black" />
          </svg>
        ) : (
          <Skeleton className="size-32 shrink-0" />
        )}
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

function useDrawing(text: string): Drawing | undefined {
  const [drawing, setDrawing] = useState<Drawing>();
  useEffect(() => {
    let current = true;
    void import('qrcode').then(({ default: qrcode }) => {
      const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
      const dark = Array.from(modules.data).flatMap((on, at) =>
        on ? [`M${(at % modules.size) + quiet} ${Math.floor(at / modules.size) + quiet}h1v1h-1z`] : [],
      );
      if (current) setDrawing({ size: modules.size + 2 * quiet, path: dark.join('') });
    });
    return () => {
      current = false;
    };
  }, [text]);
  return drawing;
}

function fileOf({ size, path }: Drawing): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`;
}
