import PDFDocument from 'pdfkit';
import { describe, expect, test } from 'vitest';
import { splitRuns } from './fonts.ts';
import { linesOf, pagesOf, streams } from './pdf.fixture.ts';
import { type PdfPart, renderPdf } from './render-pdf.ts';
import { heightOfText, INK, write } from './write-text.ts';

const render = (...parts: PdfPart[]) =>
  renderPdf({ title: 'A record', date: new Date('2026-03-04T05:06:07Z'), foot: 'Foot', parts });
const paragraph = (text: string) => ({ kind: 'paragraph', text }) as const;

/** The lines of a document of one page, without its foot. */
async function linesIn(...parts: PdfPart[]): Promise<string[]> {
  const [page = [], ...further] = linesOf(await render(...parts));
  expect(further).toEqual([]);
  expect(page.pop()).toBe('Foot1 / 1');
  return page;
}

describe('an address', () => {
  test.each([
    ['Romanian', 'Strada Ștefan cel Mare 4\nIași, 700259\nRomânia'],
    ['Polish', 'ul. Piotrkowska 5\nŁódź, 90-001\nPolska'],
    ['Russian', 'ул. Ленина, д. 5\n101000 Москва\nRussia'],
    ['Czech', 'Náměstí Míru 3\nPlzeň, 301 00\nČesko'],
    ['Turkish', 'Atatürk Cad. 5\nŞişli, 34360\nİstanbul'],
    ['Greek', 'Λεωφόρος Αθηνών 12\n104 31 Αθήνα'],
    ['Chinese', '世纪大道100号\n200120 上海'],
    ['Japanese', '〒100-0005 東京都\n丸の内1-1-1'],
    ['Thai', 'ถนนพระราม 4\n10110 กรุงเทพ'],
    ['Hindi', 'महा 5\n110001 वन\nIndia'],
    ['Vietnamese', 'Công ty Nguyễn Thị Hồng\nĐường Lê Lợi 5\nHà Nội, 100000'],
  ])('in %s has its own lines', async (_, address) => {
    expect(await linesIn(paragraph(address))).toEqual(address.split('\n'));
    expect(await linesIn({ kind: 'facts', rows: [{ label: '', value: address }] })).toEqual(
      address.split('\n').map((line, n) => (n === 0 ? ` ${line}` : line)),
    );
  });

  test('keeps its empty lines', async () => {
    const yOf = async (text: string) =>
      streams(await render(paragraph(text)))
        .flatMap((stream) => [...stream.matchAll(/1 0 0 1 56 (\S+) Tm/g)])
        .map(([, y]) => Number(y));
    const [first = 0, second = 0, third = 0] = await yOf('Łódź\nŁódź\n\nŁódź');
    expect(second - third).toBeCloseTo(2 * (first - second), 2);
  });
});

describe('text of several fonts', () => {
  const words = 'Zażółć gęślą jaźń, Łucją Świętosławską';

  test('breaks at spaces, where the font changes within words too', async () => {
    const lines = await linesIn(paragraph(Array.from({ length: 30 }, () => words).join(' ')));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.join(' ')).toBe(Array.from({ length: 30 }, () => words).join(' '));
  });

  test('does not break at a no-break space', async () => {
    const amount = '1\u00A0234,50\u00A0zł';
    const lines = await linesIn(paragraph(Array.from({ length: 60 }, () => amount).join(' ')));
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.flatMap((line) => line.split(' '))).toEqual(Array.from({ length: 60 }, () => amount));
  });

  test('without spaces breaks between words, and a word wider than a line between characters', async () => {
    const word = 'สินค้าส่งออก';
    const thai = await linesIn(paragraph(word.repeat(20)));
    expect(thai.length).toBeGreaterThan(1);
    for (const line of thai) expect(line).toMatch(/^(สินค้า|ส่งออก)+$/);
    const japanese = await linesIn(paragraph('会社です。'.repeat(40)));
    for (const line of japanese) expect(line).not.toMatch(/^。/);
    const long = await linesIn(paragraph('ąb'.repeat(200)));
    expect(long.length).toBeGreaterThan(1);
    expect(long.join('')).toBe('ąb'.repeat(200));
  });

  test.each([words, 'شركة النور'])('keeps its color on the next page: %s', async (text) => {
    const pdf = await render(paragraph(Array.from({ length: text === words ? 200 : 900 }, () => text).join(' ')));
    expect(pagesOf(pdf)).toBe(2);
    const pages = streams(pdf).filter((stream) => stream.includes('BT\n'));
    const colors = pages.map((page) => /(\S+ \S+ \S+) scn/.exec(page.slice(0, page.indexOf('BT\n')))?.[1]);
    expect(colors[0]).toMatch(/^0\.1/);
    expect(colors[1]).toBe(colors[0]);
  });
});

describe('height', () => {
  test.each([
    ['Latin', 'The Harrow Bay Company of Millhaven'],
    ['Polish', 'Zamówienie złożone\nprzez Łucją Świętosławską'],
    ['Arabic', 'شركةالنور'],
    ['Japanese', '株式会社ひかり商事は東京都千代田区にある'],
    ['Thai', 'น้ำมันปาล์มที่ผลิตในประเทศไทยเป็นสินค้า'],
  ])('of %s text is as measured, of every width', (_, text) => {
    const document = new PDFDocument({ size: 'A4' });
    for (const style of ['text', 'strong'] as const)
      for (let width = 20; width < 300; width += 7) {
        document.y = 60;
        write(document, text, { style, size: 9, color: INK, width });
        expect(document.y - 60).toBeCloseTo(heightOfText(document, text, style, { size: 9, width }), 5);
      }
  });

  test('of a row is that of its cells, which are not split between pages', async () => {
    // In bold, this name takes a line more.
    const rows = Array.from({ length: 60 }, (_, n) => ['Harrow Bay Millhaven iiiiiiiiii', `Row ${n}`]);
    for (let n = 0; n < 8; n++) {
      const above = Array.from({ length: n }, () => paragraph('x'));
      const pages = linesOf(await render(...above, { kind: 'table', head: ['What', 'Who'], widths: [1, 3], rows }));
      for (const page of pages.slice(1)) expect(page.slice(0, 2)).toEqual(['WhatWho', expect.stringContaining('Row')]);
    }
  });

  test('of the head of a table is left for it and its first row', async () => {
    for (let n = 30; n < 45; n++) {
      const above = Array.from({ length: n }, () => paragraph('x'));
      const table: PdfPart = { kind: 'table', head: ['What', 'Who'], widths: [1, 1], rows: [['ząb', 'Row']] };
      const page = linesOf(await render(...above, table)).find((lines) => lines.includes('WhatWho'));
      expect(page?.slice(-3, -1)).toEqual(['WhatWho', 'ząbRow']);
    }
  });

  test('of a value is left for all its lines beside its label', async () => {
    const rows = [{ label: 'Buyer', value: '世纪大道100号\n200120 上海\n中国' }];
    for (let n = 30; n < 45; n++) {
      const above = Array.from({ length: n }, () => paragraph('x'));
      const page = linesOf(await render(...above, { kind: 'facts', rows })).find((lines) =>
        lines.some((line) => line.startsWith('Buyer')),
      );
      expect(page?.slice(-4, -1)).toEqual(['Buyer世纪大道100号', '200120 上海', '中国']);
    }
  });
});

test('letters of Vietnamese are printed', () => {
  for (const style of ['text', 'strong', 'code'] as const) {
    const runs = splitRuns('Nguyễn Thị Hồng', style);
    expect(runs.map(({ text }) => text).join('')).toBe('Nguyễn Thị Hồng');
    expect(runs.filter(({ font }) => font.includes('/vietnamese/')).map(({ text }) => text)).toEqual(['ễ', 'ị', 'ồ']);
  }
});

test('a Thai SARA AM has its ring below the tone mark', async () => {
  expect(await linesIn(paragraph('น้ำมัน\nทำ\nป้ำ'))).toEqual([
    'น\u0E4D\u0E49\u0E32มัน',
    'ท\u0E4D\u0E32',
    'ป\u0E4D\u0E49\u0E32',
  ]);
});
