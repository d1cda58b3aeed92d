import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createQr, qrSvg } from '#platform/server/qr.ts';
import { readFont, splitRuns } from './fonts.ts';
import { readWoff } from './read-woff.ts';
import { type PdfContent, renderPdf } from './render-pdf.ts';

const content = (more: Partial<PdfContent> = {}): PdfContent => ({
  title: 'A record',
  date: new Date('2026-03-04T05:06:07Z'),
  foot: 'A record',
  parts: [
    { kind: 'title', text: 'A record', below: 'Weiß → grün', qr: createQr('https://example.org/1') },
    { kind: 'heading', text: 'Facts' },
    { kind: 'facts', rows: [{ label: 'Hash', value: 'ab'.repeat(32), code: true }] },
    { kind: 'paragraph', text: 'Ελληνικά, кириллица, Čeština' },
    { kind: 'code', text: 'one\ntwo' },
  ],
  attachment: { name: 'proof.txt', bytes: Buffer.from('the proof'), description: 'a proof' },
  ...more,
});

/** The streams of a PDF, unpacked. */
function streams(pdf: Buffer): string[] {
  const all: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    if (pdf.toString('latin1', at - 3, at) === 'end') continue;
    const bytes = pdf.subarray(at + 7, pdf.indexOf('\nendstream', at));
    try {
      all.push(inflateSync(bytes).toString('latin1'));
    } catch {
      all.push(bytes.toString('latin1'));
    }
  }
  return all;
}

describe('a document', () => {
  test('has the same bytes for the same content, and different bytes for different content', async () => {
    const [one, again, other] = await Promise.all([
      renderPdf(content()),
      renderPdf(content()),
      renderPdf(content({ date: new Date('2026-03-04T05:06:08Z') })),
    ]);
    expect(one.equals(again)).toBe(true);
    expect(one.equals(other)).toBe(false);
  });

  test('embeds its fonts and its attachment', async () => {
    const pdf = await renderPdf(content());
    const text = pdf.toString('latin1');
    expect(text.startsWith('%PDF-1.')).toBe(true);
    expect(text).toContain('/FontFile2');
    expect(text).not.toContain('/BaseFont /Helvetica');
    expect(text).toContain('(proof.txt)');
    expect(streams(pdf)).toContain('the proof');
  });

  test('spans as many pages as it needs, each numbered', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => ({ label: `Row ${n}`, value: 'x'.repeat(200) }));
    const pdf = await renderPdf(content({ parts: [{ kind: 'facts', rows }] }));
    const pages = pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g);
    expect(pages?.length).toBeGreaterThan(5);
    expect(pages?.length).toBeLessThan(20);
  });
});

test('changes fonts at most 20,000 times in a document, and writes further letters as codes', async () => {
  const fontsIn = async (paragraphs: number) => {
    const text = 'aД'.repeat(500);
    const parts = Array.from({ length: paragraphs }, () => ({ kind: 'paragraph', text }) as const);
    const pdf = await renderPdf(content({ parts }));
    return streams(pdf).reduce((sum, stream) => sum + (stream.match(/ Tf\b/g)?.length ?? 0), 0);
  };
  const before = await fontsIn(20);
  expect(before).toBeGreaterThan(19_900);
  const beyond = await fontsIn(30);
  // Each further paragraph has one font, set again on each of its lines.
  expect(beyond - before).toBeLessThan(10 * 100);
}, 60_000);

describe('text', () => {
  test('is set in the fonts that have its letters, in as few runs as possible', () => {
    expect(splitRuns('abc Weiß', 'text')).toEqual([{ text: 'abc Weiß', font: 'inter/latin/400' }]);
    expect(splitRuns('aДб', 'strong')).toEqual([
      { text: 'a', font: 'inter/latin/600' },
      { text: 'Дб', font: 'inter/cyrillic/600' },
    ]);
  });

  test.each([
    ['a letter that no font has', '茶', '\\u{8336}'],
    ['a direction override', 'a\u202Eb', 'a\\u{202E}b'],
    ['a control character', 'a\u0007b', 'a\\u{7}b'],
    ['a zero-width space', 'a\u200Bb', 'a\\u{200B}b'],
  ])('writes out %s instead of dropping it', (_, text, shown) => {
    expect(
      splitRuns(text, 'text')
        .map((run) => run.text)
        .join(''),
    ).toBe(shown);
  });
});

describe('a font', () => {
  test('is unwrapped to the TrueType font in its file', () => {
    const font = readFont('inter/latin/400');
    expect(font.readUInt32BE(0)).toBe(0x00010000);
    expect(readFont('inter/latin/400')).toBe(font);
  });

  test('that is not WOFF is rejected', () => {
    expect(() => readWoff(Buffer.alloc(100))).toThrow('not a WOFF');
  });
});

test('a QR code as SVG has its quiet zone and its three finders', () => {
  const svg = qrSvg('https://example.org', 'address');
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 33 33"[^>]*role="img" aria-label="address">/);
  const { modules, size } = createQr('https://example.org');
  for (const [row, column] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const)
    expect(modules[row * size + column]).toBe(1);
});
