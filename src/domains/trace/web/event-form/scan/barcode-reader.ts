import readerWasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

export type BarcodeReader = (source: ImageBitmap | HTMLVideoElement) => Promise<string | undefined>;

/**
 * Returns a reader for QR and product codes: the browser's own if it supports QR codes, otherwise a decoder from this
 * server.
 */
export async function createBarcodeReader(): Promise<BarcodeReader> {
  return (await ownReader()) ?? (await bundledReader());
}

/** `BarcodeDetector`, which TypeScript's own types lack. */
type DetectorClass = {
  new (options: {
    formats: readonly string[];
  }): { detect(source: ImageBitmapSource): Promise<readonly { readonly rawValue: string }[]> };
  getSupportedFormats(): Promise<readonly string[]>;
};

async function ownReader(): Promise<BarcodeReader | undefined> {
  const Detector = (globalThis as unknown as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const supported = (await Detector?.getSupportedFormats().catch((): readonly string[] => [])) ?? [];
  if (!Detector || !supported.includes('qr_code')) return undefined;
  const wanted = ['qr_code', 'data_matrix', 'code_128', 'ean_13', 'ean_8'];
  const detector = new Detector({ formats: wanted.filter((format) => supported.includes(format)) });
  return async (source) => (await detector.detect(source))[0]?.rawValue;
}

async function bundledReader(): Promise<BarcodeReader> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  const locateFile = (path: string, prefix: string) => (path.endsWith('.wasm') ? readerWasm : prefix + path);
  await prepareZXingModule({ overrides: { locateFile }, fireImmediately: true });
  return async (source) => {
    const found = await readBarcodes(pixelsOf(source), {
      formats: ['QRCode', 'DataMatrix', 'Code128', 'EAN13', 'EAN8'],
      tryHarder: true,
      maxNumberOfSymbols: 1,
    });
    return found[0]?.text;
  };
}

function pixelsOf(source: ImageBitmap | HTMLVideoElement): ImageData {
  const [width, height] =
    source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source.width, source.height];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser does not support canvas.');
  context.drawImage(source, 0, 0);
  return context.getImageData(0, 0, width, height);
}
