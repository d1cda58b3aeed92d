import { answerInThread } from '../threads/answer-in-thread.ts';
import { type PdfContent, renderPdf } from './render-pdf.ts';

answerInThread((content: PdfContent): Promise<Uint8Array> => renderPdf(content));
