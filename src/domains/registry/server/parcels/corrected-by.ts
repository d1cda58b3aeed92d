import type { JsonObject } from '#platform/contract/scalars.ts';

/** Returns the part of a block that a later one can correct: the facts of the property, or its value for a year. */
function topicOf(data: JsonObject): string | undefined {
  switch (data['action']) {
    case 'registry.parcel_registered':
    case 'registry.parcel_corrected':
      return 'facts';
    case 'registry.assessed':
    case 'registry.appeal_granted':
      return `assessment ${data['year']}`;
    default:
      return undefined;
  }
}

/**
 * Returns the block that corrects what this one states, or null. Blocks are passed newest first; `newest` collects the block that
 * counts for each topic.
 */
export function correctedBy(newest: Map<string, number>, index: number, data: JsonObject): number | null {
  const topic = topicOf(data);
  if (topic === undefined) return null;
  const later = newest.get(topic) ?? null;
  newest.set(topic, index);
  return later;
}
