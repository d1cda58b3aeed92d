/** Returns the number of letters to insert, delete, change or swap with their neighbor, or `limit + 1` beyond `limit`. */
export function spellingDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const far = limit + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => Math.min(n, far));
  for (let i = 1; i <= a.length; i++) {
    const row = new Array<number>(b.length + 1).fill(far);
    row[0] = Math.min(i, far);
    let least = row[0];
    // Cells further from the diagonal than `limit` are beyond it.
    for (let j = Math.max(1, i - limit); j <= Math.min(b.length, i + limit); j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((last[j] ?? far) + 1, (row[j - 1] ?? far) + 1, (last[j - 1] ?? far) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? far) + 1);
      row[j] = Math.min(cost, far);
      least = Math.min(least, cost);
    }
    if (least >= far && Math.min(...last) >= far) return far;
    before = last;
    last = row;
  }
  return Math.min(last[b.length] ?? far, far);
}
