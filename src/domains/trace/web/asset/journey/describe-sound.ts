import { formatCounted } from '#platform/web/format-number.ts';

/** Returns the sentence about a journey whose steps have all been verified. */
export function describeSound(steps: number): string {
  if (steps === 1) return 'The step matches the shown values and its hash, and is in the signed tree.';
  return `All ${formatCounted(steps, 'step')} match the shown values and their hashes, and are in the signed tree.`;
}
