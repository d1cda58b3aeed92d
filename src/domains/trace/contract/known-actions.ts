import { spellingDistance } from '#platform/contract/spelling-distance.ts';
import { eventActions } from './actions.ts';

/** Business steps of the Core Business Vocabulary 2.0, section 7.1. As actions, they leave the status unchanged. */
export const businessSteps = [
  'accepting',
  'arriving',
  'assembling',
  'collecting',
  'commissioning',
  'consigning',
  'creating_class_instance',
  'cycle_counting',
  'decommissioning',
  'departing',
  'destroying',
  'disassembling',
  'dispensing',
  'encoding',
  'entering_exiting',
  'holding',
  'inspecting',
  'installing',
  'killing',
  'loading',
  'other',
  'packing',
  'picking',
  'receiving',
  'removing',
  'repackaging',
  'repairing',
  'replacing',
  'reserving',
  'retail_selling',
  'sampling',
  'sensor_reporting',
  'shipping',
  'staging_outbound',
  'stock_taking',
  'stocking',
  'storing',
  'transporting',
  'unloading',
  'unpacking',
  'void_shipping',
] as const;

const words: readonly string[] = [...eventActions, 'correction', ...businessSteps];
const known: ReadonlySet<string> = new Set(words);

/** A term of another vocabulary: `https://example.com/steps#cold_storage` or `urn:example:step:cold_storage`. */
const VOCABULARY_URI = /^(?:https?:\/\/[a-z0-9][a-z0-9.:-]*\/[!-~]+|urn:[a-z0-9][a-z0-9-]{1,31}:[!-~]+)$/i;

/** Reports whether an event may be recorded with this action. */
export const isKnownAction = (action: string): boolean => known.has(action) || VOCABULARY_URI.test(action);

const SUGGESTED = 3;

/** Returns the known actions whose spelling is closest, closest first: one if it differs in case, spaces or hyphens only. */
export function closestActions(action: string): string[] {
  const written = action.toLowerCase().replaceAll(/[\s-]+/g, '_');
  if (words.includes(written)) return [written];
  return words
    .map((word) => ({ word, distance: spellingDistance(written, word, Math.max(written.length, word.length)) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, SUGGESTED)
    .map(({ word }) => word);
}

/** Returns the message for an unknown action. */
export function unknownAction(action: string): string {
  const [only = '', ...others] = closestActions(action);
  return others.length === 0
    ? `${action} is not a known action; write ${only}`
    : `${action} is not a known action; the closest are ${[only, ...others].join(', ')}`;
}
