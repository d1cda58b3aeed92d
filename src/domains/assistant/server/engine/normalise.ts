/** How much of a message is looked at: enough for any question, and bounded work for a pasted book. */
export const READ_MAX = 4000;

/** Text without case, accents and odd blanks, so that one spelling is left of many. Its length is bounded by READ_MAX. */
export function fold(text: string): string {
  return text
    .slice(0, READ_MAX)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/[‘’ʼ`´]/g, "'")
    .replaceAll(/[“”«»]/g, '"')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .trim();
}

/** The number of letters to insert, drop, change or swap with their neighbour; `limit + 1` where it is more than `limit`. */
export function spellingDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    before = last;
    last = row;
  }
  return Math.min(last[b.length] ?? 0, limit + 1);
}
