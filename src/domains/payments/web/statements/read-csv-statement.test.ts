import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsv } from '#platform/web/csv.ts';
import { chunksOf } from './camt-samples.fixture.ts';
import { type CsvMapping, guessMapping } from './csv-mapping.ts';
import { guessDelimiter, readRows } from './csv-rows.ts';
import { parseCents, parseDate } from './parse-values.ts';
import { readCsvStatement } from './read-csv-statement.ts';

async function rowsOf(text: string, delimiter: CsvMapping['delimiter'] = ',', size?: number) {
  const found: (readonly string[])[] = [];
  for await (const rows of readRows(chunksOf(text, size), delimiter)) found.push(...rows.map(({ cells }) => cells));
  return found;
}

test('rows do not depend on the chunks', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(
          fc.string({ maxLength: 8 }).map((cell) => `${cell}x`),
          { minLength: 2, maxLength: 4 },
        ),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom('\n', '\r\n'),
      async (rows, size, end) => {
        const text = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join(end);
        expect(await rowsOf(text, ',', size)).toEqual(rows.map((cells) => cells.map((cell) => cell.trim())));
      },
    ),
  );
});

test('line breaks and delimiters within quotes belong to the cell', async () => {
  expect(await rowsOf('\uFEFFa;"b;\nc"\r\n\r\nd;e', ';', 3)).toEqual([
    ['a', 'b;\nc'],
    ['d', 'e'],
  ]);
  await expect(rowsOf('a,"b\nc,d')).rejects.toThrow('quote that is never closed');
});

test.each([
  ['1,234.56', '.', 123_456],
  ['1.234,56', ',', 123_456],
  ["1'234.5", '.', 123_450],
  ['$1,000,000.00', '.', 100_000_000],
  ['(12.30)', '.', -1230],
  ['12.30-', '.', -1230],
  ['−5', '.', -500],
  ['+5,1 $', ',', 510],
  ['USD 5.10', '.', 510],
  ['€250.00', '.', undefined],
  ['250.00 EUR', '.', undefined],
  ['£250', '.', undefined],
  ['0.10', '.', 10],
  ['.50', '.', 50],
  ['1.234', '.', undefined],
  ['12,34.56', '.', undefined],
  ['1e5', '.', undefined],
  ['', '.', undefined],
  ['-', '.', undefined],
  ['99999999999999999999', '.', undefined],
] as const)('reads the amount %s with the mark %s as %s cents', (text, mark, cents) => {
  expect(parseCents(text, mark)).toBe(cents);
});

test('amounts are exact to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 14 }), fc.boolean(), (cents, negative) => {
      const digits = String(cents).padStart(3, '0');
      const text = `${negative ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
      expect(parseCents(text, '.')).toBe(negative && cents > 0 ? -cents : cents);
    }),
  );
});

test('rejects a day that does not exist', () => {
  expect(parseDate('29.02.2028', 'DD.MM.YYYY')).toBe('2028-02-29');
  expect(parseDate('29.02.2026', 'DD.MM.YYYY')).toBeUndefined();
  expect(parseDate('3/4/26', 'MM/DD/YYYY')).toBe('2026-03-04');
  expect(parseDate('03/04/2026', 'DD/MM/YYYY')).toBe('2026-04-03');
});

const american = [
  'Account,1234',
  'Posting Date,Description,Amount,Transaction ID,Payer',
  '03/14/2026,"Property tax RF18 5390 0754 7034",250.00,T-1,Ada Quay',
  '03/13/2026,Fee,-1.50,T-2,',
  '03/13/2026,Broken,abc,T-3,',
].join('\n');
const german = [
  'Buchungstag;Verwendungszweck;Soll;Haben;Begünstigter',
  '14.03.2026;Steuer;;1.250,00;Ada',
  '14.03.2026;Strom;80,10;;Werke',
].join('\r\n');

async function readGuessed(text: string) {
  const delimiter = guessDelimiter(text);
  const mapping = guessMapping(await rowsOf(text, delimiter), delimiter);
  return { mapping, found: await readCsvStatement(chunksOf(text), mapping) };
}

test('guesses the columns of common exports, and lists rows that it cannot read', async () => {
  const { mapping, found } = await readGuessed(american);
  expect(mapping).toMatchObject({ headerRows: 2, dateFormat: 'MM/DD/YYYY', amounts: 'one', decimal: '.' });
  expect(found.lines).toEqual([
    { bookedOn: '2026-03-13', cents: -150, currency: 'USD', text: 'Fee', counterparty: '', entryReference: 'T-2' },
    {
      bookedOn: '2026-03-14',
      cents: 25_000,
      currency: 'USD',
      text: 'Property tax RF18 5390 0754 7034',
      counterparty: 'Ada Quay',
      entryReference: 'T-1',
    },
  ]);
  expect(found.problems).toEqual(['Row 5: “abc” is not an amount']);
});

test('leaves out a row whose year cannot be right, and names the day', async () => {
  const { found } = await readGuessed(
    'Date,Description,Amount\n2026-03-04,Tax,1.00\n9999-12-31,Tax,2.00\n0001-01-01,Tax,3.00',
  );
  expect(found.lines.map(({ cents }) => cents)).toEqual([100]);
  expect(found.problems).toEqual([
    expect.stringMatching(/^Row 3: 9999-12-31 is not between .* Correct the day, or its format$/),
    expect.stringMatching(/^Row 4: 0001-01-01 is not between/),
  ]);
});

test('reads two columns of amounts with a decimal comma', async () => {
  const { mapping, found } = await readGuessed(german);
  expect(mapping).toMatchObject({ delimiter: ';', dateFormat: 'DD.MM.YYYY', decimal: ',', amounts: 'two' });
  expect(found.lines.map(({ cents }) => cents)).toEqual([125_000, -8010]);
});

test('leaves out a row in another currency, and names the currency', async () => {
  const amounts = ['€250.00', '250.00 EUR', '£250', '250.00 GBP', '¥9', 'CHF 5.00', '$1.00', '2.00 USD'];
  const text = `Date,Description,Amount\n${amounts.map((amount) => `2026-03-04,Tax,${amount}`).join('\n')}`;
  const { found } = await readGuessed(text);
  expect(found.lines.map(({ cents }) => cents)).toEqual([100, 200]);
  expect(found.problems).toEqual(
    [
      '€250.00” is in EUR',
      '250.00 EUR” is in EUR',
      '£250” is in GBP',
      '250.00 GBP” is in GBP',
      '¥9” is in JPY',
      'CHF 5.00” is in CHF',
    ].map((problem, n) => `Row ${n + 2}: “${problem}. Only lines in US dollars (USD) are read from CSV`),
  );
  const { found: two } = await readGuessed('Date;Text;Debit;Credit\n04.03.2026;Tax;;1.250,00 €\n04.03.2026;Tax;£5,00;');
  expect([two.lines, two.problems.map((problem) => problem.slice(0, 30))]).toEqual([
    [],
    ['Row 2: “1.250,00 €” is in EUR.', 'Row 3: “£5,00” is in GBP. Only'],
  ]);
});

test('a column that names another currency counts, unless one names the US dollar', async () => {
  const rows = [
    '2026-03-04,Tax,5.00,EUR,',
    '2026-03-04,Tax,6.00,USD,',
    '2026-03-04,Tax,7.00,USD,EUR',
    '2026-03-04,EUR,8.00,,',
  ];
  const { found } = await readGuessed(`Date,Description,Amount,Currency,Original\n${rows.join('\n')}`);
  expect(found.lines.map(({ cents }) => cents)).toEqual([600, 700, 800]);
  expect(found.problems).toEqual(['Row 2: The row is in EUR. Only lines in US dollars (USD) are read from CSV']);
});

test('reads a formula as text, and exports it so that no spreadsheet runs it', async () => {
  const formula = '=HYPERLINK("http://evil.example","x")';
  const text = `Date,Description,Amount\n2026-03-04,"${formula.replaceAll('"', '""')}",5`;
  const { found } = await readGuessed(text);
  expect(found.lines[0]?.text).toBe(formula);
  expect(toCsv(['Text'], [[found.lines[0]?.text ?? '']])).not.toMatch(/^"?=/m);
});

test('reads 100,000 rows, and refuses more than a statement may have', async () => {
  async function* rows(count: number) {
    yield 'Date,Description,Amount\n';
    for (let n = 0; n < count; n += 1000)
      yield Array.from({ length: 1000 }, (_, m) => `2026-03-04,Line ${n + m},${n + m + 1}.00\n`).join('');
  }
  const mapping = guessMapping(
    [
      ['Date', 'Description', 'Amount'],
      ['2026-03-04', 'a', '1.00'],
    ],
    ',',
  );
  expect((await readCsvStatement(rows(100_000), mapping)).lines).toHaveLength(100_000);
  await expect(readCsvStatement(rows(201_000), mapping)).rejects.toThrow('Split it');
});
