import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

// OWASP, CSV injection: characters that may start a formula in a spreadsheet.
test.each(['=', '+', '-', '@', '\t', '\r'])('turns a cell that starts with %j into plain text', (first) => {
  const [, row] = toCsv(['a'], [[`${first}cmd|' /C calc'!A0`]]).split('\r\n');
  expect(row?.replace(/^"/, '')).toMatch(/^'/);
});

test('keeps numbers and other text unchanged', () => {
  expect(toCsv(['a', 'b', 'c'], [[-3, 'one=1', 'a-b']])).toBe('a,b,c\r\n-3,one=1,a-b');
});
