import { type PdfPart, renderPdf } from '#platform/server/pdf/render-pdf.ts';
import { createQr } from '#platform/server/qr.ts';
import type { Evidence } from './evidence.ts';
import { evidenceWords } from './evidence-words.ts';

/** Longer proofs are only attached: nobody reads pages of base64. */
const PRINTED_PROOF_MAX = 12_000;

/** Returns the sheet as a PDF with the proof attached. The same evidence yields the same bytes. */
export function evidencePdf(evidence: Evidence): Promise<Buffer> {
  const words = evidenceWords(evidence);
  const { link, proof } = evidence;
  const parts: PdfPart[] = [
    {
      kind: 'title',
      text: evidence.title,
      below: link === undefined ? words.what : `${words.what}\n${link}`,
      ...(link === undefined ? {} : { qr: createQr(link) }),
    },
    ...evidence.stories.flatMap((story): PdfPart[] => [
      { kind: 'heading', text: story.heading },
      { kind: 'facts', rows: story.event },
      { kind: 'facts', rows: story.fields },
    ]),
    ...(evidence.next === undefined ? [] : [{ kind: 'paragraph', text: words.more } as const]),
    { kind: 'heading', text: 'Signed checkpoint' },
    { kind: 'paragraph', text: words.checkpoint },
    { kind: 'facts', rows: evidence.checkpoint },
    { kind: 'heading', text: 'Witnesses' },
    { kind: 'paragraph', text: words.witnesses },
    { kind: 'facts', rows: evidence.witnesses },
    { kind: 'heading', text: 'How to verify this without us' },
    ...words.verify.map((step, n): PdfPart => ({ kind: 'paragraph', text: `${n + 1}. ${step}` })),
    { kind: 'facts', rows: evidence.keys },
    { kind: 'heading', text: 'Proof' },
    {
      kind: 'facts',
      rows: [
        { label: 'File', value: `${proof.name}, attached to this document` },
        { label: 'SHA-256', value: proof.sha256, code: true },
      ],
    },
    ...(proof.text.length > PRINTED_PROOF_MAX ? [] : [{ kind: 'code', text: proof.text } as const]),
  ];
  return renderPdf({
    title: evidence.title,
    date: evidence.date,
    foot: `${evidence.title} · ${evidence.origin}`,
    parts,
    attachment: { name: proof.name, bytes: Buffer.from(proof.text), description: 'The proof, for cairn verify' },
  });
}
