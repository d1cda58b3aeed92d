import qrcode from 'qrcode';
import type { QrMatrix } from './pdf/render-pdf.ts';

/** Returns the QR code of a text, without its quiet zone. */
export function createQr(text: string): QrMatrix {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  return { size: modules.size, modules: Uint8Array.from(modules.data) };
}

/** Returns the QR code as an SVG that needs no style, with a quiet zone of four modules. */
export function qrSvg(text: string, label: string): string {
  const { size, modules } = createQr(text);
  const dark: string[] = [];
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      if (modules[row * size + column] === 1) dark.push(`M${column + 4} ${row + 4}h1v1h-1z`);
  const side = size + 8;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="132" height="132" role="img" aria-label="${label}"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#211d19" d="${dark.join('')}"/></svg>`;
}
