/**
 * Formats a count with its noun for text that the server or a command writes: `1 block`, `1,204 blocks`. Screens use
 * `formatCounted`, which takes the reader's separators. `many` is for irregular plurals.
 */
export function counted(count: number | bigint, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 || count === 1n ? one : many}`;
}
