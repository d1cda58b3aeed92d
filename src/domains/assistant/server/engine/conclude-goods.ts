import { senseOf } from './atoms.ts';
import { attachPlaces, makerOf } from './attach-conditions.ts';
import { before, type Clause, named } from './clause.ts';
import { askOf, type Draft, fieldOf, hasBare } from './conclude-ask.ts';
import { existsIn, isAll } from './conclude-asset.ts';
import { addressed, arrivedFor, isTo, peopleBehind, sendersIn, toAddressee } from './read-addressees.ts';
import { statusFromAction } from './status-from-action.ts';

/** Questions about several assets, or about events. */
export function aboutGoods(clause: Clause): Draft | undefined {
  if (clause.relations.includes('addressed'))
    for (const condition of peopleBehind(clause)) Object.assign(condition, { as: 'addressee' });
  const senders = sendersIn(clause);
  const toSomebody = toAddressee(clause);
  addressed(clause);
  const { nouns, relations, asks } = clause;
  const ask = askOf(clause);
  const [head] = nouns;
  const ofHistory = nouns.includes('event') || fieldOf(clause, 'asset') === 'history';
  if (head === 'asset' && ofHistory && (ask === 'most' || ask === 'least'))
    return { ask, subject: 'event', by: 'asset' };
  // "Were recorded" asks when the block was written, not when the event happened.
  if (relations.includes('record'))
    for (const condition of clause.where)
      if (condition.kind === 'period') Object.assign(condition, { clock: 'recorded' });
  // The size of a batch is the number of its assets.
  if (named(clause, 'batch') && fieldOf(clause, 'batch') === 'size' && !named(clause, 'asset'))
    return { ask: 'count', subject: 'asset' };
  arrivedFor(clause);
  makerOf(clause);
  attachPlaces(clause);
  // An event has one participant, and who recorded it on its behalf is no filter.
  const people = clause.where.filter(({ kind }) => kind === 'participant');
  if (people.length > 1 && clause.atoms.some(({ text }) => text === 'on behalf of'))
    clause.where.push({ kind: 'code', value: 'on behalf of' });
  readSinceWhen(clause);
  const dimension = aboutDimension(clause, ask);
  if (dimension !== undefined) return dimension;
  const holds =
    carriesNow(clause) ||
    relations.includes('hold') ||
    relations.includes('addressed') ||
    (hasBare(clause) && !nouns.includes('event'));
  const goods =
    nouns.includes('asset') ||
    toSomebody ||
    (nouns.length === 0 && named(clause, 'action') && clause.atoms.some(({ text }) => text === 'everything')) ||
    (nouns.length === 0 && relations.includes('be at')) ||
    (nouns.length === 0 && named(clause, 'category') && !clause.deed && !clause.auxiliaries.has('did')) ||
    (nouns.length === 0 && (named(clause, 'batch') || named(clause, 'text')) && !clause.deed && asks[0] !== 'who') ||
    clause.where.some(isTo) ||
    (holds &&
      (named(clause, 'participant') || named(clause, 'mine') || named(clause, 'role') || named(clause, 'them')));
  if (holds)
    for (const condition of clause.where)
      if (
        (condition.kind === 'participant' || condition.kind === 'mine') &&
        (condition.as === undefined || condition.as === 'actor') &&
        !senders.has(condition)
      )
        Object.assign(condition, { as: relations.includes('addressed') ? 'addressee' : 'holder' });
  const acts = named(clause, 'action') && named(clause, 'participant');
  if (head === 'place')
    return aboutPlace(clause, { ask, by: (goods && !acts) || named(clause, 'status') ? 'asset' : 'event' });
  const anomalous = fieldOf(clause, 'event') === 'anomalous' || named(clause, 'anomalous');
  moved(clause);
  if (anomalous && !named(clause, 'anomalous'))
    clause.where.push({ kind: 'anomalous', value: 'anomalous', ...withoutAnomaly(clause) });
  const group =
    clause.by ??
    (clause.fields.some(
      ({ of, v }) =>
        of === 'asset' &&
        (v === 'category' || v === 'status' || v === 'batch' || v === 'holder') &&
        (ask === 'most' || ask === 'least' || ask === 'count' || ask === 'list'),
    )
      ? dimensionOfField(clause.fields.find(({ of }) => of === 'asset')?.v)
      : undefined);
  statusFromAction(clause, goods);
  if (nouns.includes('event') || (clause.deed && !nouns.includes('asset')) || (anomalous && !goods))
    return { ask, subject: 'event', by: group ?? rankOf(clause) };
  if (goods || named(clause, 'status') || (named(clause, 'text') && !named(clause, 'action')))
    return { ask: ofAll(clause, ask), subject: 'asset', by: group };
  if (named(clause, 'action') || relations.includes('happen') || relations.includes('record')) {
    const who = asks[0] === 'who' && ask !== 'most' && ask !== 'least';
    return { ask: who ? 'who' : ask === 'describe' ? 'list' : ask, subject: 'event', by: group ?? rankOf(clause) };
  }
  if (group !== undefined) return { ask, subject: 'asset', by: group };
  if (named(clause, 'category') || named(clause, 'batch') || named(clause, 'place') || named(clause, 'them'))
    return { ask, subject: 'asset' };
  if (clause.order === 'previous' || clause.order === 'next') return undefined;
  if (clause.order !== undefined && clause.atoms.some((atom) => senseOf(atom, 'order')))
    return named(clause, 'period') ? { ask: 'list', subject: 'event' } : undefined;
  return undefined;
}

/** "Is there any insulin", "all vaccines": about all goods with a name. */
function ofAll(clause: Clause, ask: Draft['ask']): Draft['ask'] {
  if (!named(clause, 'text')) return ask;
  const bounded = named(clause, 'amount') || named(clause, 'number');
  if (ask === 'whether' && existsIn(clause) && !bounded) clause.where.push({ kind: 'amount', value: '> 0' });
  return ask === 'describe' && isAll(clause) ? 'list' : ask;
}

/** "Since when are there events": the first one. */
function readSinceWhen(clause: Clause): void {
  if (clause.nouns.includes('event') && clause.atoms.some(({ text }) => text === 'since when'))
    clause.order ??= 'oldest';
}

/** "With no anomalies", "without any anomaly". */
function withoutAnomaly(clause: Clause): { readonly not?: true } {
  const at = clause.atoms.findIndex((atom) => senseOf(atom, 'field')?.v === 'anomalous');
  const last = before(clause, at);
  if (senseOf(last, 'not') === undefined && senseOf(last, 'preposition')?.v !== 'without') return {};
  if (last !== undefined) clause.used.add(last);
  return { not: true };
}

/**
 * Reads questions about dimensions by which goods and events are counted: batches, categories, days, actions, products.
 */
function aboutDimension(clause: Clause, ask: Draft['ask']): Draft | undefined {
  const { nouns } = clause;
  const [head] = nouns;
  // "The last 4 things that X did" are events.
  const ends = clause.atoms.at(-1);
  if (
    /^(?:did|done|doing|does)$/.test(ends?.text ?? '') &&
    !named(clause, 'action') &&
    (named(clause, 'participant') || named(clause, 'mine'))
  )
    return { ask: ask === 'describe' ? 'list' : ask, subject: 'event' };
  const products = clause.atoms.some(({ text }) => /^products?$/.test(text));
  if (
    ask === 'count' &&
    products &&
    clause.atoms.some(({ text }) => /^(?:different|distinct|unique|various)$/.test(text))
  )
    return { ask, subject: 'asset', by: 'name' };
  if (
    (ask === 'most' || ask === 'least') &&
    clause.atoms.some(({ text }) => /^products?$/.test(text)) &&
    !named(clause, 'status')
  )
    return { ask, subject: named(clause, 'action') || nouns.includes('event') ? 'event' : 'asset', by: 'name' };
  if (head === 'batch' || head === 'category')
    return {
      ask,
      subject: head,
      by:
        ask === 'most' || ask === 'least'
          ? nouns.includes('event') || named(clause, 'action')
            ? 'event'
            : 'asset'
          : undefined,
    };
  // "On which day" alone asks when the previous thing happened.
  if (head === 'day' && ask === 'when' && clause.where.length === 0 && clause.order === undefined && !clause.deed)
    return undefined;
  // "The day on which something was last delivered": when it happened.
  const isLast = clause.order === 'newest' || clause.order === 'oldest';
  if (head === 'day' && isLast && named(clause, 'action')) return { ask: 'when', subject: 'event' };
  if (head === 'day' || head === 'month' || head === 'week')
    return {
      by: head === 'day' ? undefined : head,
      ask: ask === 'when' ? (clause.order === 'most' || clause.order === 'least' ? clause.order : 'when') : ask,
      subject: 'day',
    };
  if (head === 'action') return { ask, subject: 'event', by: 'action' };
  // "The most common kind of event": which action.
  const kind = clause.fields.some(({ of, v }) => of === 'asset' && v === 'category');
  if (kind && head === 'event' && !nouns.includes('asset')) return { ask, subject: 'event', by: 'action' };
  return undefined;
}

/** "Which country", "which depot": places of a kind. Countries are the ends of locations, the others a word of them. */
function aboutPlace(clause: Clause, { ask: asked, by }: Pick<Draft, 'ask' | 'by'>): Draft {
  const ask = asked === 'where' ? 'list' : asked;
  const kind = clause.atoms.find((atom) => senseOf(atom, 'noun')?.v === 'place')?.text ?? '';
  if (/^countr(?:y|ies)$/.test(kind)) return { ask, subject: 'place', field: 'country', by };
  const [, site] = /^(hub|depot|warehouse|terminal)s?$/.exec(kind) ?? [];
  if (site !== undefined && !named(clause, 'place')) clause.where.push({ kind: 'place', value: site, as: 'in' });
  // "Places in my name": whose they are is no condition on events there.
  if (named(clause, 'mine') && !named(clause, 'action') && clause.where.every(({ as }) => as !== 'holder'))
    clause.where.push({ kind: 'code', value: 'mine' });
  // An airport is no port, but has the word.
  if (/^ports?$/.test(kind)) clause.where.push({ kind: 'code', value: kind });
  return { ask, subject: 'place', by };
}

/**
 * "Passed through Zürich", "left Basel", "reached Lyon": answered by events at that place, not by the present location.
 */
function moved(clause: Clause): void {
  const { relations } = clause;
  const place = clause.where.find(({ kind }) => kind === 'place');
  const arrives = relations.includes('reach') || relations.includes('arrive');
  // "Arrived with a broken seal": the event that took the goods in states it.
  if (place === undefined && arrives && named(clause, 'stating') && !named(clause, 'action'))
    clause.where.push(...['received', 'delivered'].map((value) => ({ kind: 'action' as const, value })));
  if (place === undefined || named(clause, 'action')) return;
  if (relations.includes('pass')) Object.assign(place, { as: 'via' });
  else if (arrives || relations.includes('leave')) {
    Object.assign(place, { as: 'via' });
    const actions = arrives ? ['received', 'delivered'] : ['shipped'];
    clause.where.push(...actions.map((value) => ({ kind: 'action' as const, value })));
  }
}

/** "What does X carry", "what is X transporting": its present holdings. Events answer what it carried in the past. */
const carriesNow = ({ relations, atoms }: Clause) =>
  relations.includes('carry') &&
  atoms.some(({ text }) => /\b(?:does|do|is|are)$/.test(text)) &&
  !atoms.some(({ text }) => /^(?:carried|transported|hauled|brought|ferried)$/.test(text));

const dimensionOfField = (field: string | undefined) => (field === 'holder' ? 'participant' : field);

const rankOf = (clause: Clause): string | undefined => {
  if (clause.order !== 'most' && clause.order !== 'least') return undefined;
  if (clause.asks.includes('who') || named(clause, 'role')) return 'participant';
  if (clause.asks.includes('where')) return 'place';
  if (clause.asks.includes('when')) return 'day';
  return undefined;
};
