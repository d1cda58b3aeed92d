import { CORRECTION } from '#domains/trace/contract/journey/event-content.ts';
import { eventActions, reservedActions } from '#domains/trace/contract.ts';
import type { JsonMap } from './check-shape.ts';
import { EPCIS_HEADER } from './document-header.ts';
import { bareWord } from './vocabularies.ts';

/** The role of a block's object in its event. */
export type ObjectPart = 'object' | 'parent' | 'child' | 'input' | 'output';

/** Business steps that map to the product's own actions. Any other step becomes an action of its own name. */
const actionOfStep: Readonly<Record<string, (typeof eventActions)[number]>> = {
  shipping: 'shipped',
  departing: 'shipped',
  receiving: 'received',
  arriving: 'received',
  accepting: 'received',
  inspecting: 'quality_check',
};

const beginnings = new Set(['commissioning', 'creating_class_instance']);

/** The action of an event that declares an earlier one wrong. It changes no status: users decide about the declaration. */
const ERROR_DECLARATION = 'error_declaration';

/** Names with a meaning here. A step of another vocabulary must not use them. */
const taken: ReadonlySet<string> = new Set([
  ...eventActions,
  ...reservedActions,
  CORRECTION,
  ERROR_DECLARATION,
  EPCIS_HEADER,
]);

/** Returns the action of an event for an object with this role. */
export function actionOf(event: JsonMap, part: ObjectPart): string {
  if (event['errorDeclaration'] !== undefined) return ERROR_DECLARATION;
  const step = event['bizStep'];
  if (typeof step !== 'string') return snakeCase(String(event['type']));
  const word = bareWord('bizStep', step);
  if (word === undefined) return ownAction(step);
  if (beginnings.has(word)) return begins(event, part) ? 'manufactured' : word;
  const action = part === 'input' ? undefined : actionOfStep[word];
  const isGoingBack = bareWord('disposition', String(event['disposition'] ?? '')) === 'returned';
  return isGoingBack && (action === 'shipped' || action === 'received') ? 'returned' : (action ?? word);
}

/**
 * Reports whether the object starts to exist: when added, or as the output of a transformation. Packing creates
 * nothing.
 */
function begins(event: JsonMap, part: ObjectPart): boolean {
  return part === 'output' || (event['type'] === 'ObjectEvent' && event['action'] === 'ADD');
}

const ACTION_LENGTH_MAX = 64;

/** Maps `https://example.com/steps/Cold-Storage` to `cold_storage`: the last part, spelled like an action. */
function ownAction(uri: string): string {
  const last = uri.split(/[/#:?]/).findLast((part) => /[A-Za-z0-9]/.test(part)) ?? uri;
  const slug = snakeCase(last)
    .slice(0, ACTION_LENGTH_MAX - 5)
    .replace(/_+$/, '');
  return /^[a-z]/.test(slug) && !taken.has(slug) ? slug : `step_${slug}`;
}

const snakeCase = (text: string) =>
  text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
