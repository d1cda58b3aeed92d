import { useEffect, useState } from 'react';
import { Skeleton } from '../feedback/skeleton.tsx';

/** A QR code as the dark squares of an SVG path, with the width of its side in modules. */
export type QrDrawing = { readonly size: number; readonly path: string };

const quiet = 4;

/** Draws a QR code, black on white in either theme: readers expect that. */
export function QrCode({ drawing, label }: { drawing: QrDrawing | undefined; label: string }) {
  if (drawing === undefined) return <Skeleton className="size-32 shrink-0" />;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${drawing.size} ${drawing.size}`}
      shapeRendering="crispEdges"
      className="size-32 shrink-0 rounded-8 border border-line"
    >
      <rect width={drawing.size} height={drawing.size} fill="white" />
      <path d={drawing.path} fill="black" />
    </svg>
  );
}

/** Returns the drawing of a text, or undefined while the code that computes it loads. */
export function useQrDrawing(text: string): QrDrawing | undefined {
  const [drawing, setDrawing] = useState<QrDrawing>();
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
