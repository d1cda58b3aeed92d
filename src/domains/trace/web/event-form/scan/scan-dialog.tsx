import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { createBarcodeReader } from './barcode-reader.ts';
import { useCameraScan } from './use-camera-scan.ts';

/** Scans a code with the camera or from an image. Typing remains possible. */
export default function ScanDialog({ onRead, onClose }: { onRead: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [imageProblem, setImageProblem] = useState<string>();
  const { state, problem } = useCameraScan(video, onRead);

  const readImage = async (event: ChangeEvent<HTMLInputElement>) => {
    const image = event.target.files?.[0];
    event.target.value = '';
    if (!image) return;
    setImageProblem(undefined);
    const bitmap = await createImageBitmap(image).catch(() => undefined);
    if (!bitmap) {
      setImageProblem("Couldn't read this file as an image.");
      return;
    }
    try {
      const read = await createBarcodeReader();
      const text = await read(bitmap);
      if (text) onRead(text);
      else setImageProblem('No code found in this image. Take a closer picture, or enter the ID.');
    } catch {
      setImageProblem("Couldn't load the decoder. Check the connection and try again, or enter the ID.");
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Scan a code"
      description="QR codes, Data Matrix and product barcodes. Nothing leaves this device."
      footer={
        <>
          <input
            ref={file}
            type="file"
            accept="image/*"
            hidden
            aria-label="Image with a code"
            onChange={(event) => void readImage(event)}
          />
          <Button icon={<ImageUp aria-hidden="true" size={16} />} onClick={() => file.current?.click()}>
            Choose an image
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {state === 'failed' ? (
          <Banner kind="warning">{problem}</Banner>
        ) : (
          <div className="relative grid aspect-[4/3] place-items-center overflow-clip rounded-8 bg-sunken">
            <video ref={video} playsInline muted aria-label="Camera" className="size-full object-cover" />
            {state === 'starting' ? (
              <span className="absolute flex items-center gap-2 text-muted">
                <Spinner /> Starting the camera…
              </span>
            ) : (
              <span aria-hidden="true" className="absolute size-1/2 rounded-12 border-2 border-accent" />
            )}
          </div>
        )}
        {imageProblem ? <Banner kind="failure">{imageProblem}</Banner> : null}
      </div>
    </Dialog>
  );
}
