import { logoShapes } from '#platform/contract/logo-shapes.ts';
import { type PdfPart, renderPdf } from '#platform/server/pdf/render-pdf.ts';
import { createQr } from '#platform/server/qr.ts';
import { cairnWords, drawCairn } from './cairn-picture.ts';
import type { Evidence } from './evidence.ts';
import { blockTable, evidenceWords, LOGO_FILLS, productWords, standingWords } from './evidence-words.ts';

/** Longer proofs are only attached: printed pages of base64 are useless. */
const PRINTED_PROOF_MAX = 12_000;

/** Returns the sheet as a PDF with the proof attached. The same evidence yields the same bytes. */
export function evidencePdf(evidence: Evidence): Promise<Buffer> {
  const words = evidenceWords(evidence);
  const { link, proof } = evidence;
  const product = productWords(evidence);
  const standing = standingWords(evidence);
  const parts: PdfPart[] = [
    {
      kind: 'letterhead',
      logo: logoShapes.map((path, n) => ({ path, fill: LOGO_FILLS[n] ?? LOGO_FILLS[0] })),
      name: 'Cairn',
      right: `${evidence.form}\n${evidence.origin}`,
    },
    {
      kind: 'title',
      text: evidence.title,
      ...(link === undefined ? {} : { below: link, qr: createQr(link) }),
    },
    ...(product === undefined ? [] : [{ kind: 'paragraph', text: product } as const]),
    ...(evidence.cairn === undefined
      ? []
      : [{ kind: 'picture', ...drawCairn(evidence.cairn), caption: cairnWords(evidence.cairn) } as const]),
    ...(standing === undefined ? [] : [{ kind: 'paragraph', text: standing } as const]),
    { kind: 'verdict', text: words.verdict, basis: words.basis, holds: words.holds },
    ...words.notes.map((note): PdfPart => ({ kind: 'paragraph', text: note })),
    ...(evidence.tables ?? []).flatMap(({ heading, ...table }): PdfPart[] => [
      { kind: 'heading', text: heading },
      { kind: 'table', ...table },
    ]),
    ...(evidence.tables === undefined ? [] : [{ kind: 'heading', text: 'Proven blocks' } as const]),
    { kind: 'table', ...markedTable(evidence) },
    ...correctedParts(evidence, words.corrected),
    ...(evidence.next === undefined ? [] : [{ kind: 'paragraph', text: words.more } as const]),
    { kind: 'heading', text: 'Appendix A: everything recorded', newPage: true },
    ...evidence.stories.flatMap((story): PdfPart[] => [
      { kind: 'subheading', text: story.heading },
      { kind: 'facts', rows: story.event },
      { kind: 'facts', rows: story.fields },
    ]),
    { kind: 'heading', text: 'Appendix B: how to check this without us', newPage: true },
    ...words.verify.map((step, n): PdfPart => ({ kind: 'paragraph', text: `${n + 1}. ${step}` })),
    { kind: 'facts', rows: evidence.keys },
    { kind: 'subheading', text: 'Signed checkpoint' },
    { kind: 'paragraph', text: words.checkpoint },
    { kind: 'facts', rows: evidence.checkpoint },
    { kind: 'subheading', text: 'Witnesses' },
    { kind: 'paragraph', text: words.witnesses },
    { kind: 'facts', rows: evidence.witnesses },
    { kind: 'heading', text: 'Appendix C: the proof' },
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

/** A PDF has one style for each cell, so a mark is added in brackets after the text. */
function markedTable(evidence: Evidence) {
  const { head, widths, rows, marks } = blockTable(evidence);
  const withMark = ([first = '', ...others]: readonly string[], mark: string | undefined) =>
    mark === undefined ? [first, ...others] : [`${first} (${mark.charAt(0).toLowerCase()}${mark.slice(1)})`, ...others];
  return { head, widths, rows: rows.map((cells, n) => withMark(cells, marks[n])) };
}

const correctedParts = ({ corrections }: Evidence, words: string): PdfPart[] =>
  corrections.length === 0
    ? []
    : [
        { kind: 'heading', text: 'Corrected events' },
        { kind: 'paragraph', text: words },
        { kind: 'facts', rows: corrections },
      ];
