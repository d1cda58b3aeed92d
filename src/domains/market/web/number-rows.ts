/**
 * Gives each row a key, even equal ones: trades of one block may have the same price and number. Newer rows, which come first, change
 * no key.
 */
export function numberRows<Row extends { blockIndex: number }>(rows: readonly Row[]): (Row & { key: string })[] {
  const counts = new Map<number, number>();
  return rows
    .toReversed()
    .map((row) => {
      const count = (counts.get(row.blockIndex) ?? 0) + 1;
      counts.set(row.blockIndex, count);
      return { ...row, key: `${row.blockIndex}/${count}` };
    })
    .reverse();
}
