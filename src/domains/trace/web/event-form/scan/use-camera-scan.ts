import { type RefObject, useEffect, useRef, useState } from 'react';
import { createBarcodeReader } from './barcode-reader.ts';

type CameraState = { readonly state: 'starting' | 'looking' | 'failed'; readonly problem?: string };

const lookInterval = 200;

/** Shows the rear camera in `video` and scans for a code until one is found or the component unmounts. */
export function useCameraScan(video: RefObject<HTMLVideoElement | null>, onRead: (text: string) => void): CameraState {
  const [state, setState] = useState<CameraState>({ state: 'starting' });
  const tell = useRef(onRead);
  tell.current = onRead;
  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const run = async () => {
      if (!navigator.mediaDevices) throw new DOMException('', 'SecurityError');
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      const element = video.current;
      if (ended || !element) return end();
      element.srcObject = stream;
      await element.play();
      setState({ state: 'looking' });
      const read = await createBarcodeReader();
      const look = async () => {
        if (ended) return;
        // A frame that is not ready is not an error.
        const text = await read(element).catch(() => undefined);
        if (ended) return;
        if (text) tell.current(text);
        else timer = setTimeout(look, lookInterval);
      };
      await look();
    };
    const end = () => {
      ended = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    run().catch((error: unknown) => {
      if (!ended) setState({ state: 'failed', problem: explain(error) });
    });
    return end;
  }, [video]);
  return state;
}

function explain(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return 'Camera access is blocked. Allow it in the browser’s address bar and reopen this dialog, or choose an image.';
  if (name === 'NotFoundError') return 'This device has no camera. Choose an image with the code, or enter the ID.';
  if (name === 'NotReadableError') return 'Another app is using the camera. Close it, or choose an image.';
  if (name === 'SecurityError')
    return 'The camera needs a secure connection (https). Choose an image, or enter the ID.';
  return "Couldn't start the camera. Choose an image, or enter the ID.";
}
