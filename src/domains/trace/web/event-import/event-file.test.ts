import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvError, parseCsv, separatorOf } from './parse-csv.ts';
import { readEventFile, rowsMax } from './read-event-file.ts';
import { fileDigest, rowKey } from './row-keys.ts';

const cells = (text: string) => parseCsv(text).map((row) => row.cells);

test('reads separators, quotes and line breaks inside quotes, and counts lines through them', () => {
  expect(parseCsv('a,b\n"x, ""y""","1\r\n2"\r\nlast,')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['x, "y"', '1\n2'] },
    { line: 4, cells: ['last', ''] },
  ]);
});

test('semicolons and tabs are known by the header, quoted ones do not count', () => {
  expect([
    separatorOf('a;b,c;d\n1,2,3,4,5'),
    separatorOf('a\tb'),
    separatorOf('"a;b;c",d'),
    separatorOf('one'),
  ]).toEqual([';', '\t', ',', ',']);
  expect(cells('a;b\n1,5;2')).toEqual([
    ['a', 'b'],
    ['1,5', '2'],
  ]);
});

test('a byte order mark, any line end and blank lines change nothing', () => {
  for (const end of ['\n', '\r\n', '\r'])
    expect(parseCsv(`\uFEFFa,b${end}${end}1,2${end}`)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['1', '2'] },
    ]);
});

test.each([
  ['a\n"open', 2, /never closed/],
  ['a\n"x"y', 2, /behind a closing quote/],
])('what is no CSV is told with its line: %j', (text, line, words) => {
  expect(() => parseCsv(text)).toThrow(words);
  try {
    parseCsv(text);
  } catch (error) {
    expect((error as CsvError).line).toBe(line);
  }
});

test('whatever is written as CSV is read back', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ' ', '"', ',', ';', '\t', '\n', '\r\n', 'é'), maxLength: 8 });
  fc.assert(
    fc.property(
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.array(fc.tuple(cell, cell)),
      (separator, end, rows) => {
        const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
        const all = [['head', 'er'], ...rows];
        const text = all.map((row) => row.map(quoted).join(separator)).join(end);
        const read = all.map((row) => row.map((value) => value.replaceAll('\r\n', '\n')));
        const kept = read.filter((row) => row.some((value) => value.trim() !== ''));
        expect(cells(text)).toEqual(kept);
      },
    ),
  );
});

test('columns are found by their headers, in any order; others become metadata', () => {
  const { rows } = readEventFile(
    'Asset ID;Action;Location;carrier;Timestamp\nPRD-1;Quality check;Oslo;Rail;2026-03-04',
    'maker',
  );
  expect(rows[0]?.request).toEqual({
    user: 'maker',
    action: 'quality_check',
    asset_id: 'PRD-1',
    meta: { location: 'Oslo', carrier: 'Rail', timestamp: '2026-03-04' },
  });
});

test('a bad row is told with its line in the words of the contract, and spoils no other', () => {
  const { rows } = readEventFile(
    'action,asset_id,timestamp\nshipped,\nshipped,A,yesterday\nshipped,B,\n,C,,too many',
    'maker',
  );
  expect(rows.map(({ line, errors }) => [line, errors.length])).toEqual([
    [2, 1],
    [3, 1],
    [4, 0],
    [5, 2],
  ]);
  expect(rows[0]?.errors).toEqual(['Asset ID is required']);
  expect(rows[3]?.errors).toContain('Action is required');
});

test('a file that cannot be taken says why', () => {
  expect(() => readEventFile('', 'm')).toThrow(/empty/);
  expect(() => readEventFile('asset_id\nA', 'm')).toThrow(/no column action/);
  expect(() => readEventFile('action,asset_id', 'm')).toThrow(/no row/);
  expect(() => readEventFile('action,asset_id,x,x\na,b,c,d', 'm')).toThrow(/x is there twice/);
  expect(() => readEventFile(`action,asset_id\n${'shipped,A\n'.repeat(rowsMax + 1)}`, 'm')).toThrow(/split it/);
});

test('the same file gives the same keys, another file or row others', () => {
  const digest = fileDigest('action,asset_id\nshipped,A');
  expect(fileDigest('\uFEFFaction,asset_id\r\nshipped,A')).toBe(digest);
  expect(fileDigest('action,asset_id\nshipped,B')).not.toBe(digest);
  expect(rowKey(digest, 1)).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set([rowKey(digest, 1), rowKey(digest, 2), rowKey('0', 1)]).size).toBe(3);
});
