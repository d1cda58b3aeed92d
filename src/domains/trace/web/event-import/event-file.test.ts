import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CsvError, parseCsv, separatorOf } from '#platform/web/parse-csv.ts';
import { readEventFile, rowsMax } from './read-event-file.ts';
import { fileDigest, rowKeys } from './row-keys.ts';

const cells = (text: string) => parseCsv(text).map((row) => row.cells);

test('parses separators, quotes and quoted line breaks, with correct line numbers', () => {
  expect(parseCsv('a,b\n"x, ""y""","1\r\n2"\r\nlast,')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['x, "y"', '1\n2'] },
    { line: 4, cells: ['last', ''] },
  ]);
});

test('detects semicolons and tabs from the header, ignoring quoted ones', () => {
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

test('ignores a byte order mark, the kind of line break, and blank lines', () => {
  for (const end of ['\n', '\r\n', '\r'])
    expect(parseCsv(`\uFEFFa,b${end}${end}1,2${end}`)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: ['1', '2'] },
    ]);
});

test.each([
  ['a\n"open', 2, /never closed/],
  ['a\n"x"y', 2, /after a closing quote/],
])('reports invalid CSV with its line: %j', (text, line, words) => {
  expect(() => parseCsv(text)).toThrow(words);
  try {
    parseCsv(text);
  } catch (error) {
    expect((error as CsvError).line).toBe(line);
  }
});

test('parses back any written CSV', () => {
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

test('maps columns by header, in any order, and others to metadata', () => {
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

test('reports an invalid row with its line and the contract’s message, without affecting others', () => {
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

test('reports metadata that cannot be parsed, instead of dropping it', () => {
  const { rows } = readEventFile(
    'action;asset_id;metadata\nshipped;A;just words\nshipped;B;{a:1\nshipped;C;a:1\nshipped;D;',
    'maker',
  );
  const wrong = ['Metadata must be a JSON object or key:value pairs separated by commas'];
  expect(rows.map(({ errors }) => errors)).toEqual([wrong, wrong, [], []]);
  expect(rows.map(({ request }) => request?.meta)).toEqual([undefined, undefined, { a: '1' }, {}]);
});

test('rejects an unusable file with the reason', () => {
  expect(() => readEventFile('', 'm')).toThrow(/empty/);
  expect(() => readEventFile('asset_id\nA', 'm')).toThrow(/column action is missing/);
  expect(() => readEventFile('action,asset_id', 'm')).toThrow(/no row/);
  for (const text of ['{"type":"EPCISDocument"}', '\uFEFF <epcis:EPCISDocument>'])
    expect(() => readEventFile(text, 'm')).toThrow(/not CSV.*cairn import epcis/);
  expect(() => readEventFile('action,asset_id,x,x\na,b,c,d', 'm')).toThrow(/x appears twice/);
  expect(() => readEventFile(`action,asset_id\n${'shipped,A\n'.repeat(rowsMax + 1)}`, 'm')).toThrow(/Split it/);
});

test('derives the same digest from the same file', () => {
  const digest = fileDigest('action,asset_id\nshipped,A');
  expect(fileDigest('\uFEFFaction,asset_id\r\nshipped,A')).toBe(digest);
  expect(fileDigest('action,asset_id\nshipped,B')).not.toBe(digest);
});

test('a corrected file has the keys of the rows that did not change, if they state a time or create an asset', () => {
  const keysOf = (...lines: string[]) => {
    const text = ['action,asset_id,timestamp', ...lines].join('\n');
    const rows = readEventFile(text, 'acme').rows.flatMap(({ row, request }) => (request ? [{ row, request }] : []));
    return rowKeys(fileDigest(text), rows);
  };
  const made = 'manufactured,A-1,';
  const timed = 'shipped,A-1,2026-03-04T05:06:07Z';
  const untimed = 'quality_check,A-1,';
  const first = keysOf(made, timed, timed, untimed, untimed, 'received,A-1,2026-03-05');
  expect(new Set(first).size).toBe(6);
  for (const key of first) expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(keysOf(made, timed, timed, untimed, untimed, 'received,A-1,2026-03-05')).toEqual(first);
  // The rows moved, and the last one was corrected.
  const second = keysOf(timed, timed, made, untimed, untimed, 'received,A-1,2026-03-06');
  expect(second.slice(0, 3)).toEqual([first[1], first[2], first[0]]);
  for (const key of second.slice(3)) expect(first).not.toContain(key);
});

test('rejects a row with an unknown action, and suggests the closest known one', () => {
  const { rows } = readEventFile('action,asset_id\nrecieved,A-1\nstoring,A-1\n', 'acme');
  expect(rows.map(({ errors }) => errors)).toEqual([['recieved is not a known action; write received'], []]);
});

test('reports a second row that creates the same asset before anything is recorded', () => {
  const { rows } = readEventFile(
    'action,asset_id\nmanufactured,A-1\nmanufactured,A-2\nshipped,A-1\nManufactured, A-1\nmanufactured,A-1\n',
    'acme',
  );
  const error = ['Line 2 already creates the asset A-1; an asset is manufactured only once'];
  expect(rows.map(({ errors }) => errors)).toEqual([[], [], [], error, error]);
  expect(rows.map(({ request }) => request !== undefined)).toEqual([true, true, true, false, false]);
});
