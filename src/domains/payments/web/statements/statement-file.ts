import type { StatementLine } from '#domains/payments/contract.ts';

export type FileLine = Required<StatementLine>;

/** A statement as it was read from a file, before it is sent. */
export type FileStatement = {
  /** The IBAN or number of the account; empty if the file does not name it. */
  readonly bankAccount: string;
  readonly openingCents: number | undefined;
  readonly closingCents: number | undefined;
  readonly lines: readonly FileLine[];
  /** What was left out, in sentences. */
  readonly problems: readonly string[];
  /** Entries that the bank has not booked yet. */
  readonly unbooked: number;
};

/** The maximum number of problems listed. */
export const PROBLEMS_MAX = 50;

/** Returns the first characters of a text, without splitting one that takes two code units. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');

/** Returns the lines with the oldest day first: a returned transfer must come before its return. */
export function oldestFirst(lines: readonly FileLine[]): readonly FileLine[] {
  const [first, last] = [lines[0]?.bookedOn ?? '', lines.at(-1)?.bookedOn ?? ''];
  const ordered = first > last ? lines.toReversed() : lines;
  return ordered.toSorted((a, b) => (a.bookedOn < b.bookedOn ? -1 : a.bookedOn > b.bookedOn ? 1 : 0));
}
