import type { TalkContext } from '#domains/assistant/contract.ts';
import { type Entities, recognise } from './entities.ts';
import { CONFIDENT, DECIDED_BY, type Feature, type Intent, type Scored, score } from './grammar.ts';
import type { KnownNames } from './known-names.ts';
import { type Concept, findConcepts } from './lexicon.ts';

/** The interpretation of a message. */
export type Understanding = {
  readonly entities: Entities;
  readonly concepts: ReadonlySet<Concept>;
  /** Words without a known meaning, possibly a name. */
  readonly unexplained: readonly string[];
  /** False if the message has more words than could be compared with misspelled names. */
  readonly complete: boolean;
} & (
  | { readonly kind: 'clear'; readonly intent: Intent }
  | { readonly kind: 'ambiguous'; readonly choices: readonly Intent[] }
  | { readonly kind: 'unclear' }
);

/** Interprets a message: the entities it names, its concepts, and the intent. It looks nothing up. */
export function understand(
  message: string,
  of: { names: KnownNames; context: TalkContext; now: number },
): Understanding {
  const recognised = recognise(message, of.names, of.now);
  const { concepts, unexplained } = findConcepts(recognised.text);
  const entities = withContext(recognised.entities, concepts, unexplained, of.context);
  const seen = { entities, concepts, unexplained, complete: recognised.complete };
  const waiting = of.context.waitingFor;
  if (waiting && fills(waiting.need, entities, concepts, unexplained))
    return { ...seen, kind: 'clear', intent: waiting.intent as Intent };
  return { ...seen, ...decide(score(featuresOf(entities, concepts))) };
}

function decide(readings: readonly Scored[]) {
  const [first, second] = readings;
  if (first === undefined || first.score < CONFIDENT) return { kind: 'unclear' as const };
  const rivals = readings.filter(({ score }) => score >= CONFIDENT && first.score - score < DECIDED_BY);
  if (second === undefined || rivals.length < 2) return { kind: 'clear' as const, intent: first.intent };
  return { kind: 'ambiguous' as const, choices: rivals.slice(0, 4).map(({ intent }) => intent) };
}

/** Fills in from the context what the message leaves out. */
function withContext(
  named: Entities,
  concepts: ReadonlySet<Concept>,
  unexplained: readonly string[],
  context: TalkContext,
): Entities {
  const namesNothing =
    named.assets.length === 0 &&
    named.participants.length === 0 &&
    named.block === undefined &&
    named.hash === undefined;
  if (!namesNothing) return named;
  if (context.block !== undefined && unexplained.length === 0) {
    if (concepts.has('before') && context.block > 0) return { ...named, block: context.block - 1 };
    if (concepts.has('after')) return { ...named, block: context.block + 1 };
  }
  if (context.block !== undefined && context.assetId === undefined) {
    if (concepts.has('it') && unexplained.length === 0) return { ...named, block: context.block };
    return named;
  }
  const broad = (
    ['assets', 'participants', 'chain', 'help', 'howTo', 'anomaly', 'audit', 'health', 'figures'] as const
  ).some((one) => concepts.has(one));
  const refers = concepts.has('it') || concepts.has('they');
  if (broad && !refers) return named;
  if (unexplained.length > 0 && !refers) return named;
  if (concepts.has('howTo')) return named;
  if (context.participant !== undefined) return { ...named, participants: [context.participant] };
  if (
    context.assetId !== undefined &&
    named.category === undefined &&
    named.batch === undefined &&
    named.role === undefined
  )
    return { ...named, assets: [context.assetId] };
  return named;
}

/** Reports whether a message only supplies the missing value of the previous question. */
function fills(
  need: 'asset' | 'participant' | 'block',
  entities: Entities,
  concepts: ReadonlySet<Concept>,
  unexplained: readonly string[],
): boolean {
  const asksAnew = concepts.size > 1 || concepts.has('howTo') || concepts.has('override');
  if (asksAnew) return false;
  if (need === 'asset') return entities.assets.length > 0 || (unexplained.length > 0 && unexplained.length < 5);
  return need === 'participant' ? entities.participants.length > 0 : entities.block !== undefined;
}

function featuresOf(entities: Entities, concepts: ReadonlySet<Concept>): ReadonlySet<Feature> {
  const features = new Set<Feature>(concepts);
  const { assets, participants, ...single } = entities;
  if (assets.length > 0) features.add('<asset>');
  if (participants.length > 0) features.add('<participant>');
  for (const name of Object.keys(single) as (keyof typeof single)[]) features.add(`<${name}>`);
  return features;
}
