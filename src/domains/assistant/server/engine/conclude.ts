import type { Ask, Condition, Query, Subject } from '#domains/assistant/contract.ts';
import { senseOf } from './atoms.ts';
import { type Clause, has, named } from './clause.ts';
import { lineageOf } from './read-words.ts';

/** Characters of a value. No name of the ledger is longer. */
const VALUE_MAX = 200;

type Draft = { ask: Ask; subject: Subject; field?: string | undefined; by?: string | undefined };

/** Returns the query that a clause states, or undefined if it names no subject and implies none. */
export function conclude(clause: Clause): Query | undefined {
  const draft = draftOf(clause);
  if (draft === undefined) return undefined;
  const { field, by } = draft;
  const ranks = {
    newest: 'newest',
    oldest: 'oldest',
    most: 'highest',
    least: 'lowest',
    previous: undefined,
    next: undefined,
  } as const;
  const rank = clause.order === undefined ? undefined : ranks[clause.order];
  const several = clause.atoms.some(
    (atom) =>
      (senseOf(atom, 'noun')?.plural === true || senseOf(atom, 'action')?.form === 'deed') && atom.text.endsWith('s'),
  );
  if (several && (rank === 'newest' || rank === 'oldest') && (draft.ask === 'list' || draft.ask === 'describe'))
    clause.limit ??= 10;
  const order = rank === 'highest' || rank === 'lowest' ? (field?.startsWith('meta:') ? rank : undefined) : rank;
  return {
    ask: draft.ask,
    subject: draft.subject,
    where: clause.where
      .slice(0, 12)
      .map((condition) => ({ ...condition, value: condition.value.slice(0, VALUE_MAX).toWellFormed() })),
    ...(field === undefined ? {} : { field: field.slice(0, 80).toWellFormed() }),
    ...(by === undefined ? {} : { by }),
    ...(order === undefined ? {} : { order }),
    ...(clause.limit === undefined ? {} : { limit: clause.limit }),
  };
}

function draftOf(clause: Clause): Draft | undefined {
  return (
    aboutTopic(clause) ??
    aboutOtherDomain(clause) ??
    aboutLedger(clause) ??
    aboutAsset(clause) ??
    aboutPeople(clause) ??
    aboutGoods(clause)
  );
}

/** Returns what is asked, from the strongest asking word, or from the form of the clause. */
export function askOf(clause: Clause): Ask {
  const [first] = clause.asks;
  if (clause.order === 'most' || clause.order === 'least') return clause.order;
  if (isCompared(clause)) return 'compare';
  if (first === undefined)
    return clause.yesNo ? 'whether' : clause.deed || clause.nouns.length > 0 ? 'list' : 'describe';
  if (first === 'which' || first === 'list') return 'list';
  if (first === 'what') return 'describe';
  if (first === 'why') return 'describe';
  return first;
}

/** Two values of one kind beside "more", "than", "or" or "compare". */
function isCompared(clause: Clause): boolean {
  if (clause.asks.includes('compare')) return true;
  const kinds = clause.where.filter(({ kind }) => kind !== 'action' || !named(clause, 'asset')).map(({ kind }) => kind);
  const twice = kinds.some((kind, at) => kinds.indexOf(kind) !== at);
  const weighs = clause.more !== undefined || has(clause, 'preposition', ({ v }) => v === 'than');
  const offers =
    has(clause, 'or') && (clause.asks[0] === 'who' || clause.asks[0] === 'which' || clause.asks[0] === undefined);
  return twice && (weighs || offers);
}

function aboutTopic(clause: Clause): Draft | undefined {
  if (isAboutMe(clause)) return { ask: askOf(clause), subject: 'account' };
  const [topic] = clause.topics;
  const ask = askOf(clause);
  if (topic === 'audit log') return { ask, subject: 'audit log' };
  if (topic === 'genesis') {
    clause.where.push({ kind: 'block', value: '0' });
    return { ask, subject: 'block', field: fieldOf(clause, 'block') };
  }
  if (topic === 'health' && !clause.nouns.includes('asset'))
    return { ask: ask === 'list' ? 'describe' : ask, subject: 'health' };
  if (topic === 'figures' && clause.where.every(({ kind }) => kind === 'period'))
    return { ask: 'describe', subject: 'event', field: 'figures' };
  return undefined;
}

/** "Who am I", "am I an administrator". */
const isAboutMe = (clause: Clause) =>
  clause.auxiliaries.has('am') &&
  named(clause, 'mine') &&
  clause.nouns.every((noun) => noun === 'participant') &&
  clause.where.every(
    ({ kind, value }) =>
      kind === 'mine' ||
      kind === 'role' ||
      /^(?:an? )?(?:admin(?:istrator)?|auditor|resident|government)$/i.test(value),
  );

const fieldOf = (clause: Clause, of: string) => clause.fields.find((field) => field.of === of)?.v;

function aboutOtherDomain(clause: Clause): Draft | undefined {
  const { nouns, fields, relations } = clause;
  const ask = askOf(clause);
  const is = (noun: string) => nouns.includes(noun);
  if (is('rate')) return { ask, subject: 'rate', field: fieldOf(clause, 'rate') };
  if (is('bill')) return { ask, subject: 'bill', field: fieldOf(clause, 'bill') };
  if (is('invoice')) return { ask, subject: 'invoice' };
  if (is('usage')) return { ask, subject: 'usage' };
  if (is('subscription') && !named(clause, 'plan')) return { ask, subject: 'subscription' };
  if (is('share') || fields.some(({ of, v }) => of === 'share' && v !== 'price'))
    return { ask, subject: 'share', field: fieldOf(clause, 'share') };
  if (
    is('plan') ||
    named(clause, 'plan') ||
    fields.some(({ of }) => of === 'plan' && !is('property') && !named(clause, 'asset') && !named(clause, 'property'))
  )
    return named(clause, 'mine') && !named(clause, 'plan')
      ? { ask, subject: 'subscription' }
      : { ask, subject: 'plan', field: fieldOf(clause, 'plan') ?? (relations.includes('cost') ? 'price' : undefined) };
  if (is('payment method') || named(clause, 'method') || (relations.includes('pay') && !named(clause, 'asset')))
    return {
      ask: ask === 'describe' ? 'list' : ask,
      subject: 'payment method',
      field: fieldOf(clause, 'payment method') ?? (relations.includes('cost') ? 'fee' : undefined),
    };
  const registry = fields.some(
    ({ of, v }) => of === 'rate' || (of === 'property' && v !== 'size' && v !== 'documents'),
  );
  if (fields.some(({ of }) => of === 'rate') && !is('property'))
    return { ask, subject: 'rate', field: fieldOf(clause, 'rate') };
  if (
    is('property') ||
    named(clause, 'property') ||
    (registry && !named(clause, 'asset') && !is('asset') && !named(clause, 'it')) ||
    (named(clause, 'type') && !is('asset')) ||
    relations.includes('owe')
  ) {
    if (ask === 'when' && fields.some(({ v }) => v === 'tax') && !named(clause, 'property'))
      return { ask, subject: 'rate', field: 'installments' };
    const built = clause.where.findIndex(({ kind, value }) => kind === 'action' && value === 'manufactured');
    if (built >= 0) {
      clause.where.splice(built, 1);
      fields.push({ of: 'property', v: 'built' });
    }
    const by =
      clause.by ??
      (fields.some(({ v }) => v === 'neighborhood') && ask !== 'describe' && !named(clause, 'property')
        ? 'neighborhood'
        : undefined);
    return {
      ask,
      subject: 'property',
      field:
        fields.find(({ of }) => of === 'property')?.v ??
        (relations.includes('owe') ? 'tax' : relations.includes('own') ? 'owner' : undefined),
      by,
    };
  }
  if (is('payment method')) return { ask, subject: 'payment method' };
  return undefined;
}

function aboutLedger(clause: Clause): Draft | undefined {
  const ask = askOf(clause);
  const { nouns } = clause;
  if (nouns.includes('checkpoint')) return { ask: ask === 'list' ? 'describe' : ask, subject: 'checkpoint' };
  if (nouns.includes('witness')) return { ask, subject: 'witness' };
  if (nouns.includes('key') && !named(clause, 'asset')) return { ask, subject: 'key' };
  if (fieldOf(clause, 'block') !== undefined && named(clause, 'it'))
    return { ask, subject: 'block', field: blockField(clause) };
  const chain = fieldOf(clause, 'chain');
  if (chain === 'validity' && !named(clause, 'asset')) return { ask: 'whether', subject: 'chain', field: 'validity' };
  if (named(clause, 'block') || named(clause, 'hash')) return { ask, subject: 'block', field: blockField(clause) };
  const asset = named(clause, 'asset') || named(clause, 'text');
  if (nouns.includes('block') && !asset) {
    if (named(clause, 'it')) return { ask, subject: 'block', field: blockField(clause) };
    if (clause.order === undefined && ask !== 'count' && ask !== 'list' && !named(clause, 'period'))
      return named(clause, 'action') ? undefined : { ask, subject: 'block', field: blockField(clause) };
    return { ask: ask === 'most' || ask === 'least' ? 'count' : ask, subject: 'block', field: blockField(clause) };
  }
  if (
    nouns.includes('chain') &&
    !asset &&
    !nouns.includes('asset') &&
    !nouns.includes('event') &&
    !nouns.includes('participant')
  )
    return {
      ask: ask === 'list' ? 'describe' : ask,
      subject: 'chain',
      field: chain ?? (ask === 'how long' ? 'length' : undefined),
    };
  if (chain === 'length' && nouns.length === 0 && !asset) return undefined;
  return undefined;
}

const blockField = (clause: Clause) => {
  const field = fieldOf(clause, 'block');
  if (field !== undefined) return field;
  if (clause.relations.includes('record')) return 'recorded';
  return undefined;
};

/** Questions about one asset: it is named, or a pronoun stands for it. */
function aboutAsset(clause: Clause): Draft | undefined {
  const one = named(clause, 'asset') || named(clause, 'it');
  const ask = askOf(clause);
  const byName =
    named(clause, 'text') &&
    ['where', 'who', 'when', 'whether', 'how long', 'describe'].includes(ask) &&
    !clause.nouns.includes('participant') &&
    !clause.nouns.includes('event') &&
    !named(clause, 'category') &&
    !named(clause, 'them');
  if (!one && !byName && !impliesAsset(clause)) return undefined;
  if (
    named(clause, 'it') &&
    clause.nouns.includes('event') &&
    !named(clause, 'asset') &&
    !['list', 'count'].includes(ask)
  )
    return { ask, subject: 'event', field: clause.relations.includes('record') ? 'recorded' : undefined };
  const field = assetField(clause, one);
  if (clause.yesNo && !named(clause, 'period')) statusFromAction(clause, true);
  return { ask: ask === 'most' || ask === 'least' ? 'list' : ask, subject: 'asset', field };
}

/** "Who has it now" without the pronoun: only one asset can be meant, which the talk must supply. */
function impliesAsset(clause: Clause): boolean {
  const { relations, fields, nouns, asks } = clause;
  if (
    nouns.length > 0 ||
    named(clause, 'them') ||
    named(clause, 'participant') ||
    named(clause, 'mine') ||
    named(clause, 'status') ||
    named(clause, 'category') ||
    named(clause, 'role')
  )
    return false;
  if (relations.includes('recall') || relations.includes('made from') || relations.includes('made into')) return true;
  if (relations.includes('hold') && asks.includes('who') && !named(clause, 'place')) return true;
  return (
    fields.some(
      ({ of, v }) =>
        of === 'asset' &&
        ['location', 'holder', 'history', 'lineage', 'inputs', 'outputs', 'maker', 'addressee'].includes(v),
    ) &&
    !named(clause, 'period') &&
    !named(clause, 'batch')
  );
}

function assetField(clause: Clause, one: boolean): string | undefined {
  const { relations, nouns, asks } = clause;
  if (asks.includes('why')) return fieldOf(clause, 'event') === 'anomalous' ? 'anomalous' : 'meta:reason';
  for (const relation of ['made from', 'made into'] as const)
    if (relations.includes(relation)) return lineageOf(clause, relation);
  const field = fieldOf(clause, 'asset');
  const taken = named(clause, 'action');
  if (relations.includes('recall') && !taken) return 'recall';
  if (nouns.includes('block')) return 'block';
  if (fieldOf(clause, 'event') === 'anomalous') return 'anomalous';
  if (relations.includes('record') && asks.includes('who')) return 'recorder';
  if (nouns.includes('event') && (asks.includes('count') || asks.includes('list'))) return 'events';
  if (field !== undefined && field !== 'name') return field;
  if (relations.includes('hold') || (asks.includes('who') && !taken && hasBare(clause))) return 'holder';
  if (relations.includes('pass') && asks.includes('where')) return 'places';
  if (relations.includes('carry')) return 'carrier';
  if (relations.includes('handle') && asks.includes('who')) return 'handlers';
  if (relations.includes('manage') || relations.includes('addressed'))
    return relations.includes('addressed') ? 'addressee' : undefined;
  if (relations.includes('arrive')) return 'arrival';
  if (relations.includes('leave')) return 'departure';
  if (
    clause.yesNo &&
    !taken &&
    named(clause, 'place') &&
    (relations.includes('pass') || clause.auxiliaries.has('was') || clause.auxiliaries.has('had'))
  )
    return 'places';
  const foreign = one
    ? clause.atoms.find((atom) => {
        const its = senseOf(atom, 'field');
        return (
          its !== undefined &&
          ['share', 'plan', 'property', 'bill', 'rate'].includes(its.of) &&
          !atom.senses.some(({ k }) => k === 'noun' || k === 'value')
        );
      })
    : undefined;
  if (foreign !== undefined) return `meta:${foreign.text}`;
  if (relations.includes('happen') && !taken) return clause.asks.length === 0 && clause.yesNo ? undefined : 'history';
  const attribute = one ? clause.where.findIndex(({ kind }, at) => kind === 'text' && !isQuoted(clause, at)) : -1;
  if (attribute >= 0) {
    const [text] = clause.where.splice(attribute, 1);
    return `meta:${text?.value ?? ''}`;
  }
  if (relations.includes('pass') && taken) return 'meta:result';
  if (field === 'name') return 'name';
  if (clause.fields.some(({ of, v }) => of === 'block' && v === 'data')) return 'data';
  return undefined;
}

const isQuoted = (clause: Clause, at: number) => {
  const value = clause.where[at]?.value;
  return clause.atoms.some((atom) => atom.quoted === true && atom.raw.includes(value ?? ''));
};

/** "who has", "does X have": the auxiliary is the verb. */
export const hasBare = (clause: Clause) =>
  fieldOf(clause, 'event') !== 'anomalous' &&
  ['has', 'have', 'had'].some((word) => clause.auxiliaries.has(word)) &&
  !named(clause, 'action');

function aboutPeople(clause: Clause): Draft | undefined {
  if (fieldOf(clause, 'event') === 'anomalous') return undefined;
  const { nouns, relations, asks } = clause;
  const ask = askOf(clause);
  const about =
    nouns[0] === 'participant' || (named(clause, 'role') && (nouns.length === 0 || nouns[0] === 'participant'));
  const others = clause.where.filter(({ kind }) => kind !== 'participant' && kind !== 'text');
  const holds =
    relations.includes('hold') || relations.includes('own') || (hasBare(clause) && !nouns.includes('event'));
  if (
    named(clause, 'participant') &&
    !about &&
    !holds &&
    nouns.every((noun) => noun === 'participant') &&
    others.every(({ kind }) => kind === 'mine') &&
    !relations.includes('addressed')
  ) {
    const field =
      fieldOf(clause, 'participant') ??
      (relations.includes('join')
        ? 'joined'
        : relations.includes('work with')
          ? 'partners'
          : relations.includes('manage')
            ? named(clause, 'mine') || clause.asks[0] === 'which' || clause.asks[0] === 'count'
              ? 'managed'
              : 'manager'
            : relations.includes('happen') || relations.includes('active')
              ? 'activity'
              : relations.includes('handle')
                ? 'handled'
                : ask === 'where'
                  ? 'place'
                  : undefined);
    return { ask, subject: 'participant', field };
  }
  if (relations.includes('work with') && (named(clause, 'participant') || named(clause, 'mine')))
    return { ask, subject: 'participant', field: 'partners' };
  if (nouns.includes('account') && named(clause, 'mine')) return { ask: 'describe', subject: 'account' };
  if (clause.by === 'role' || fieldOf(clause, 'participant') === 'role')
    return named(clause, 'mine')
      ? { ask, subject: 'account', field: 'role' }
      : { ask, subject: 'participant', by: 'role', field: 'role' };
  if (about && relations.includes('manage') && (named(clause, 'mine') || named(clause, 'participant')))
    return { ask, subject: 'participant', field: 'managed' };
  if (about)
    return {
      ask,
      subject: 'participant',
      field: relations.includes('join') ? 'joined' : fieldOf(clause, 'participant'),
      by: dimension(clause),
    };
  if (relations.includes('join') && (named(clause, 'them') || named(clause, 'it')) && nouns.length === 0)
    return { ask, subject: 'participant', field: 'joined' };
  if (asks[0] === 'who' && relations.includes('join') && !named(clause, 'action'))
    return { ask: 'list', subject: 'participant', field: 'joined' };
  if ((asks[0] === 'who' || nouns.includes('participant')) && (ask === 'most' || ask === 'least'))
    return { ask, subject: 'participant', by: dimension(clause) };
  return undefined;
}

/** What is counted by a superlative: "the most events", "most assets". */
const dimension = (clause: Clause): string | undefined => {
  if (clause.order !== 'most' && clause.order !== 'least') return clause.by;
  if (clause.nouns.includes('event')) return 'event';
  if (clause.nouns.includes('asset') || clause.relations.includes('hold') || hasBare(clause))
    return clause.relations.includes('handle') || named(clause, 'action') ? 'event' : 'asset';
  return 'event';
};

/** Questions about several assets, or about events. */
function aboutGoods(clause: Clause): Draft | undefined {
  const { nouns, relations, asks } = clause;
  const ask = askOf(clause);
  const [head] = nouns;
  if (head === 'asset' && nouns.includes('event') && (ask === 'most' || ask === 'least'))
    return { ask, subject: 'event', by: 'asset' };
  // "Were recorded" asks when the block was written, not when the event happened.
  if (relations.includes('record'))
    for (const condition of clause.where)
      if (condition.kind === 'period') Object.assign(condition, { clock: 'recorded' });
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
  if (head === 'day' || head === 'month' || head === 'week')
    return {
      ask: ask === 'when' ? (clause.order === 'most' || clause.order === 'least' ? clause.order : 'when') : ask,
      subject: 'day',
    };
  if (head === 'action') return { ask, subject: 'event', by: 'action' };
  const holds =
    relations.includes('hold') || relations.includes('addressed') || (hasBare(clause) && !nouns.includes('event'));
  const goods =
    nouns.includes('asset') ||
    toAddressee(clause) ||
    (holds &&
      (named(clause, 'participant') || named(clause, 'mine') || named(clause, 'role') || named(clause, 'them')));
  if (holds)
    for (const condition of clause.where)
      if (
        (condition.kind === 'participant' || condition.kind === 'mine') &&
        (condition.as === undefined || condition.as === 'actor')
      )
        Object.assign(condition, { as: relations.includes('addressed') ? 'addressee' : 'holder' });
  if (head === 'place') return { ask, subject: 'place', by: goods || named(clause, 'status') ? 'asset' : 'event' };
  const anomalous = fieldOf(clause, 'event') === 'anomalous';
  if (anomalous) clause.where.push({ kind: 'anomalous', value: 'anomalous' });
  const group =
    clause.by ??
    (clause.fields.some(
      ({ of, v }) =>
        of === 'asset' &&
        (v === 'category' || v === 'status' || v === 'batch') &&
        (ask === 'most' || ask === 'least' || ask === 'count' || ask === 'list'),
    )
      ? clause.fields.find(({ of }) => of === 'asset')?.v
      : undefined);
  addressed(clause);
  statusFromAction(clause, goods);
  if (nouns.includes('event') || (clause.deed && !nouns.includes('asset')) || (anomalous && !goods))
    return { ask, subject: 'event', by: group ?? rankOf(clause) };
  if (goods || named(clause, 'status') || (named(clause, 'text') && !named(clause, 'action')))
    return { ask, subject: 'asset', by: group };
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

const isTo = ({ kind, as }: Condition) => (kind === 'participant' || kind === 'mine') && as === 'addressee';
/** Goods on their way to somebody are told by the assets, not by their shipments. */
const toAddressee = (clause: Clause) =>
  clause.where.some(isTo) &&
  !named(clause, 'period') &&
  clause.where.every(({ kind, value }) => kind !== 'action' || value === 'shipped');

function addressed(clause: Clause): void {
  if (toAddressee(clause)) {
    const kept = clause.where.filter(
      ({ kind, value }) => kind !== 'action' && !(kind === 'status' && value === 'in transit'),
    );
    clause.where.splice(0, clause.where.length, ...kept);
    clause.deed = false;
  }
  // "Assets from a participant" are those that it made.
  const source = clause.where.find(({ kind, as }) => kind === 'participant' && as === 'source');
  if (source === undefined || named(clause, 'action')) return;
  Object.assign(source, { as: 'actor' });
  clause.where.push({ kind: 'action', value: 'manufactured' });
}

const rankOf = (clause: Clause): string | undefined => {
  if (clause.order !== 'most' && clause.order !== 'least') return undefined;
  if (clause.asks.includes('who') || named(clause, 'role')) return 'participant';
  if (clause.asks.includes('where')) return 'place';
  if (clause.asks.includes('when')) return 'day';
  return undefined;
};

/** "are delivered", "delivered assets": the participle tells a status unless a time, a place or an actor makes it an event. */
function statusFromAction(clause: Clause, goods: boolean): void {
  const undelivered = clause.where.find(
    ({ kind, value, not }) => kind === 'action' && value === 'delivered' && not === true,
  );
  if (undelivered !== undefined && !named(clause, 'period')) Object.assign(undelivered, { kind: 'status' });
  const at = clause.where.findIndex(
    ({ kind, value }) => kind === 'action' && ['shipped', 'delivered', 'manufactured'].includes(value),
  );
  const action = clause.where[at];
  if (action === undefined || clause.deed || !goods) return;
  const isEvent = clause.where.some(
    ({ kind, as }) =>
      kind === 'period' ||
      (kind === 'place' && as !== 'in') ||
      (kind === 'participant' && as !== 'holder') ||
      (kind === 'mine' && as !== 'holder' && ['do', 'did', 'have', 'has'].some((word) => clause.auxiliaries.has(word))),
  );
  const isPast = ['was', 'were', 'did', 'been', 'had', 'have', 'has'].some((word) => clause.auxiliaries.has(word));
  if (isEvent || isPast || clause.asks[0] === 'who' || clause.asks[0] === 'when') return;
  clause.where.splice(at, 1, {
    kind: 'status',
    value: action.value,
    ...(action.not ? { not: true } : {}),
  } as Condition);
}
