import { parentPort } from 'node:worker_threads';
import { type PdfContent, renderPdf } from './render-pdf.ts';

/** The messages to and from the thread. */
export type PdfQuestion = { readonly id: number; readonly content: PdfContent };
export type PdfAnswer = { readonly id: number; readonly pdf?: Uint8Array; readonly failure?: string };

parentPort?.on('message', async ({ id, content }: PdfQuestion) => {
  try {
    parentPort?.postMessage({ id, pdf: await renderPdf(content) } satisfies PdfAnswer);
  } catch (error) {
    parentPort?.postMessage({ id, failure: (error as Error).stack ?? String(error) } satisfies PdfAnswer);
  }
});
