import { requiredText } from '#platform/contract/scalars.ts';
import { spellingDistance } from '#platform/contract/spelling-distance.ts';

/** The six actions of the event form. */
export const eventActions = ['manufactured', 'shipped', 'received', 'delivered', 'quality_check', 'returned'] as const;

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

/** Actions reserved by the ledger. */
export const reservedActions = ['genesis', 'checkpoint_key'] as const;

const words: readonly string[] = [...eventActions, 'correction', ...businessSteps];
const known: ReadonlySet<string> = new Set(words);
const reserved: ReadonlySet<string> = new Set(reservedActions);

/** A term of another vocabulary: `https://example.com/steps#cold_storage` or `urn:example:step:cold_storage`. */
const VOCABULARY_URI = /^(?:https?:\/\/[a-z0-9][a-z0-9.:-]*\/[!-~]+|urn:[a-z0-9][a-z0-9-]{1,31}:[!-~]+)$/i;

/** Reports whether an event may be recorded with this action. */
export const isKnownAction = (action: string): boolean => known.has(action) || VOCABULARY_URI.test(action);

const SUGGESTED = 3;

/** Returns the known actions whose spelling is closest, closest first. */
export function closestActions(action: string): string[] {
  const written = action.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return words
    .map((word) => ({ word, distance: spellingDistance(written, word, Math.max(written.length, word.length)) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, SUGGESTED)
    .map(({ word }) => word);
}

/** Returns the message for an unknown action. */
export const unknownAction = (action: string): string =>
  `${action} is not a known action; the closest are ${closestActions(action).join(', ')}`;

/** The longest action: a vocabulary URI. */
export const ACTION_LENGTH_MAX = 200;

/**
 * An action as a request states it: one of the six, `correction`, a CBV 2.0 business step or a vocabulary URI. Blocks
 * are permanent, so an unknown word is refused. Reserved actions pass here and are refused with an error of their own.
 */
export const Action = requiredText('Action is required')
  .trim()
  .min(1, { error: 'Action is required', abort: true })
  .max(ACTION_LENGTH_MAX, { error: `Action must be at most ${ACTION_LENGTH_MAX} characters`, abort: true })
  .refine((action) => isKnownAction(action) || reserved.has(action), {
    error: ({ input }) => unknownAction(String(input)),
  })
  .meta({
    example: 'shipped',
    description:
      `${eventActions.join(', ')}, correction, a business step of CBV 2.0 such as storing, or a vocabulary URI. ` +
      'Business steps and URIs leave the status unchanged.',
  });
