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

/** Common words for a step, with the actions that they mean. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  made: ['manufactured'],
  produced: ['manufactured'],
  created: ['manufactured'],
  built: ['manufactured'],
  sent: ['shipped'],
  dispatched: ['shipped', 'departing'],
  flown: ['shipped', 'transporting'],
  sailed: ['shipped', 'transporting'],
  driven: ['shipped', 'transporting'],
  transported: ['transporting', 'shipped'],
  in_transit: ['transporting', 'shipped'],
  departed: ['departing', 'shipped'],
  arrived: ['arriving', 'received'],
  accepted: ['accepting', 'received'],
  checked: ['quality_check', 'inspecting'],
  tested: ['quality_check', 'inspecting'],
  inspected: ['inspecting', 'quality_check'],
  sold: ['retail_selling'],
  stored: ['storing'],
  packed: ['packing'],
  unpacked: ['unpacking'],
  loaded: ['loading'],
  unloaded: ['unloading'],
  repaired: ['repairing'],
  scrapped: ['destroying'],
  recycled: ['destroying', 'decommissioning'],
  sent_back: ['returned'],
};

const SUGGESTED = 3;
/** A word is close if it has the same first letter, and at most a third of its letters differ. */
const FAR = 1 / 3;

/**
 * Returns the known actions that a word may mean, closest first: those of a synonym, or those with a close spelling.
 * Returns one if it differs in case, spaces or hyphens only, and none for a word that resembles no action.
 */
export function closestActions(action: string): readonly string[] {
  const written = action
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  if (words.includes(written)) return [written];
  const meant = Object.hasOwn(synonyms, written) ? synonyms[written] : undefined;
  if (meant !== undefined) return meant;
  return words
    .map((word) => ({ word, distance: spellingDistance(written, word, Math.max(written.length, word.length)) }))
    .filter(({ word, distance }) => word[0] === written[0] && distance <= Math.max(written.length, word.length) * FAR)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, SUGGESTED)
    .map(({ word }) => word);
}

/** Returns the message for an unknown action. Without a close one it lists the main actions. */
export function unknownAction(action: string): string {
  const closest = closestActions(action);
  if (closest.length === 0) return `${action} is not a known action; the main ones are ${eventActions.join(', ')}`;
  return closest.length === 1
    ? `${action} is not a known action; write ${closest[0]}`
    : `${action} is not a known action; the closest are ${closest.join(', ')}`;
}
