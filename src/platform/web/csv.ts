import { stringify } from 'csv-stringify/browser/esm/sync';

/**
 * Returns the rows as CSV (RFC 4180, CRLF). Text that a spreadsheet would run as a formula gets a leading apostrophe
 * (OWASP, CSV injection); numbers stay numbers.
 */
export function toCsv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const text = stringify([[...header], ...rows.map((row) => [...row])], {
    record_delimiter: 'windows',
    escape_formulas: true,
    // A negative number is not a formula.
    cast: { number: (value) => ({ value: String(value), escape_formulas: false }) },
  });
  return text.replace(/\r\n$/, '');
}
