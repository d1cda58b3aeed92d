import { answerInThread } from '#platform/server/threads/answer-in-thread.ts';
import { describeEvidence, type EvidenceSource } from './evidence.ts';
import { evidenceHtml } from './evidence-html.ts';
import { evidencePdf } from './evidence-pdf.ts';

export type SheetFormat = 'html' | 'pdf';
export type SheetQuestion = { readonly source: EvidenceSource; readonly format: SheetFormat };

answerInThread(async ({ source, format }: SheetQuestion): Promise<Uint8Array> => {
  const evidence = describeEvidence(source);
  return format === 'html' ? Buffer.from(evidenceHtml(evidence)) : evidencePdf(evidence);
});
