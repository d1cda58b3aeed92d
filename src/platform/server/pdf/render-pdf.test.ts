import { describe, expect, test } from 'vitest';
import { createQr, qrSvg } from '#platform/server/qr.ts';
import { readFont } from './font-files.ts';
import { splitRuns } from './fonts.ts';
import { orderLine, toParagraph } from './order-line.ts';
import { streams } from './pdf.fixture.ts';
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
    ['a picture that no font has', '😀', '\\u{1F600}'],
    ['a letter that no font has', 'ကa', '\\u{1000}a'],
    ['a joiner at the end of a word', 'نو\u200C', 'نو\\u{200C}'],
    ['a joiner between Latin letters', 'a\u200Db', 'a\\u{200D}b'],
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

describe('names of companies', () => {
  const names = [
    ['上海远东国际贸易有限公司', 'noto-sans-sc/chinese-simplified'],
    ['臺灣龍鳳', 'noto-sans-sc/chinese-simplified'],
    ['株式会社ひかり商事', 'noto-sans-jp/japanese'],
    ['주식회사', 'noto-sans-kr/korean'],
    ['شركة', 'noto-sans-arabic/arabic'],
    ['می‌خواهم', 'noto-sans-arabic/arabic'],
    ['דובדבן', 'noto-sans-hebrew/hebrew'],
    ['บริษัท', 'noto-sans-thai/thai'],
    ['श्री', 'noto-sans-devanagari/devanagari'],
  ] as const;

  test.each(names)('%s are one run of %s', (name, part) => {
    expect(splitRuns(name, 'text')).toEqual([{ text: name, font: `${part}/400` }]);
    expect(splitRuns(name, 'strong')).toEqual([{ text: name, font: `${part}/600` }]);
  });

  test('are complete with letters that only a numbered file has', () => {
    const runs = splitRuns('山﨑 髙橋の𠮷', 'text');
    expect(runs.map(({ text }) => text).join('')).toBe('山﨑 髙橋の𠮷');
    expect(runs.filter(({ font }) => font.startsWith('noto-sans-jp/[')).map(({ text }) => text)).toEqual([
      '﨑',
      '髙',
      '𠮷',
    ]);
  });

  test('embed a small part of their fonts, and Latin names none of them', async () => {
    const named = async (name: string) => {
      const pdf = await renderPdf(content({ parts: [{ kind: 'paragraph', text: name }] }));
      return { bytes: pdf.length, noto: pdf.toString('latin1').match(/\/FontName \/\w+\+NotoSans\w+/g) ?? [] };
    };
    const latin = await named('Harrow Bay');
    expect(latin.noto).toEqual([]);
    for (const [name] of names) {
      const one = await named(name);
      expect(one.noto).toHaveLength(1);
      expect(one.bytes - latin.bytes).toBeLessThan(15_000);
    }
  });
});

describe('text from right to left', () => {
  const order = (text: string) => {
    const paragraph = toParagraph(splitRuns(text, 'text'));
    return orderLine(paragraph, 0, paragraph.text.length).map((run) => run.text);
  };

  test('has its words in the order of reading, numbers in theirs, and mirrored brackets', () => {
    expect(order('شركة النور 123 (محدودة) ABC')).toEqual([
      '(',
      'محدودة',
      ') ',
      '123',
      ' ',
      'النور',
      ' ',
      'شركة',
      ' ABC',
    ]);
    expect(order('דובדבן 45')).toEqual(['45', ' ', 'דובדבן']);
    expect(order('نو ۱۲')).toEqual(['۱', '۲', ' ', 'نو']);
    expect(order('Harrow (Bay)')).toEqual(['Harrow (Bay)']);
  });

  test('breaks into lines of whole words, and continues on the next page', async () => {
    const pagesOf = async (words: number) => {
      const text = Array.from({ length: words }, () => 'شركة النور').join(' ');
      const pdf = await renderPdf(content({ parts: [{ kind: 'paragraph', text }] }));
      return pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length;
    };
    expect([await pagesOf(20), await pagesOf(900)]).toEqual([1, 2]);
  });
});

test('a cell of several fonts is flush right, and its runs do not overlap', async () => {
  const table = { kind: 'table', head: ['What', 'Who'], widths: [1, 1], amountsFrom: 1 } as const;
  const pdf = await renderPdf(content({ parts: [{ ...table, rows: [['One', 'x 茶茶茶茶']] }] }));
  const drawn = streams(pdf).flatMap((stream) =>
    [...stream.matchAll(/1 0 0 1 ([\d.]+) ([\d.]+) Tm/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) })),
  );
  const row = drawn.filter(({ y }) => y === drawn[2]?.y).map(({ x }) => Math.round(x));
  const right = Math.round(595.28 - 56);
  expect(row).toEqual([56, expect.any(Number), right - 34]);
  expect(row[1]).toBeLessThan(right - 39);
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
