import { CORRECTION, metaOf, restatedIn } from '#domains/trace/contract/journey/event-content.ts';
import { isMap } from '../epcis/check-shape.ts';
import { STANDARD_PREFIXES, withContext } from '../epcis/json-ld-context.ts';
import { objectsOf } from '../epcis/objects-of.ts';

/** An asset or transformation, and what it went into or was taken out of. */
export type Link = {
  readonly source: string;
  readonly target: string;
  readonly kind: 'made' | 'packed' | 'unpacked';
};

/** Prefix of a transformation's id, which no asset id contains. */
export const TRANSFORMATION = '\u0001';

/** Represents every child of the parent. */
export const EVERY_CHILD = '';

export const INPUTS_MAX = 100;

/** The field of `meta` with the ids of the objects that the event spells differently. Earlier blocks have none. */
export const ASSET_IDS = 'epcisAssetIds';

/**
 * Returns the links that a block states, derived only from its content, so that a replay finds the same. `meta.inputs`
 * lists what went into the asset. An EPCIS event names inputs and outputs, or a parent and its children, and is
 * complete in the block about its first object.
 */
export function linksIn(data: Record<string, unknown>): readonly Link[] {
  const meta = metaOf(data) as Record<string, unknown>;
  if (meta['inputs'] === undefined && meta['epcis'] === undefined) return none;
  const { action, asset_id: target } = data;
  if (typeof target !== 'string') return none;
  if (isMap(meta['epcis'])) return fromEpcis(meta['epcis'], meta);
  if (action === CORRECTION && restatedIn(CORRECTION, meta) === undefined) return none;
  return inputsOf(meta).flatMap((source) => (source === target ? [] : [{ source, target, kind: 'made' as const }]));
}

const none: readonly Link[] = [];

/** Returns the ids in `meta.inputs` without duplicates. Other values are ignored. */
export function inputsOf(meta: Record<string, unknown>): readonly string[] {
  const { inputs } = meta;
  if (!Array.isArray(inputs)) return [];
  return [...new Set(inputs.filter((one): one is string => typeof one === 'string' && one !== ''))].slice(
    0,
    INPUTS_MAX,
  );
}

function fromEpcis(event: Record<string, unknown>, meta: Record<string, unknown>): readonly Link[] {
  // A declared error alone changes nothing: users decide about it, and a correction removes a link.
  if (event['errorDeclaration'] !== undefined) return none;
  const prefixes = withContext(withContext(STANDARD_PREFIXES, meta['epcisContext']), event['@context']);
  const objects = objectsOf(event, prefixes);
  const stored = isMap(meta[ASSET_IDS]) ? meta[ASSET_IDS] : {};
  const idOf = (name: string) => {
    const id = Object.hasOwn(stored, name) ? stored[name] : undefined;
    return typeof id === 'string' && id !== '' ? id : name;
  };
  const ids = (part: string) => [...new Set(objects.filter((one) => one.part === part).map((one) => idOf(one.name)))];
  if (event['type'] === 'TransformationEvent') {
    const { transformationID } = event;
    const name = typeof transformationID === 'string' ? transformationID : String(meta['epcisEvent']);
    const transformation = TRANSFORMATION + name;
    return [
      ...ids('input').map((source) => ({ source, target: transformation, kind: 'made' as const })),
      ...ids('output').map((target) => ({ source: transformation, target, kind: 'made' as const })),
    ];
  }
  const [parent] = ids('parent');
  if (parent === undefined || (event['type'] !== 'AggregationEvent' && event['type'] !== 'AssociationEvent'))
    return none;
  const children = ids('child');
  if (event['action'] === 'ADD') return children.map((source) => ({ source, target: parent, kind: 'packed' as const }));
  if (event['action'] !== 'DELETE') return none;
  const takenOut = children.length === 0 ? [EVERY_CHILD] : children;
  return takenOut.map((source) => ({ source, target: parent, kind: 'unpacked' as const }));
}
