import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

// OWASP, CSV injection: what a spreadsheet may take for the start of a formula.
test.each(['=', '+', '-', '@', '\t', '\r'])('makes a cell that begins with %j plain text', (first) => {
  const [, row] = toCsv(['a'], [[`${first}cmd|' /C calc'!A0`]]).split('\r\n');
  expect(row?.replace(/^"/, '')).toMatch(/^'/);
});

test('leaves numbers and other text as they are', () => {
  expect(toCsv(['a', 'b', 'c'], [[-3, 'one=1', 'a-b']])).toBe('a,b,c\r\n-3,one=1,a-b');
});
