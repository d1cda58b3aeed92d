/**
 * Returns the end (exclusive) of the window of `size` blocks around `selected`. The open window stays while it
 * contains the selected block, so that nothing moves on screen; otherwise the block is centered.
 */
export function windowEnd(of: { selected: number; open: number | undefined; length: number; size: number }): number {
  const { selected, open, length, size } = of;
  if (open !== undefined && selected < open && selected >= open - size) return Math.min(open, length);
  if (selected >= length - size) return length;
  return Math.min(length, Math.max(size, selected + Math.ceil(size / 2)));
}
