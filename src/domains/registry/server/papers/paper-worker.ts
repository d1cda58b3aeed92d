import { type PdfContent, renderPdf } from '#platform/server/pdf/render-pdf.ts';
import { answerInThread } from '#platform/server/threads/answer-in-thread.ts';

answerInThread((content: PdfContent): Promise<Uint8Array> => renderPdf(content));
