import { senseOf } from './atoms.ts';
import { type Clause, named } from './clause.ts';
import { askOf, type Draft, fieldOf, hasBare, wordOf } from './conclude-ask.ts';

export function aboutPeople(clause: Clause): Draft | undefined {
  if (fieldOf(clause, 'event') === 'anomalous') return undefined;
  const { nouns, relations, asks } = clause;
  const ask = askOf(clause);
  // "With whom does X work most": its main partner.
  if (asksPartner(clause)) return { ask, subject: 'participant', field: 'partners' };
  const special = byVerb(clause, ask);
  if (special !== undefined) return special;
  const about =
    nouns[0] === 'participant' || (named(clause, 'role') && (nouns.length === 0 || nouns[0] === 'participant'));
  const others = clause.where.filter(({ kind }) => kind !== 'participant' && kind !== 'text');
  const holds =
    relations.includes('carry') ||
    relations.includes('hold') ||
    relations.includes('own') ||
    (hasBare(clause) && !nouns.includes('event'));
  if (
    named(clause, 'participant') &&
    clause.where.every(
      ({ kind, as }) => kind !== 'participant' || as === undefined || as === 'partner' || as === 'recorder',
    ) &&
    !about &&
    !holds &&
    nouns.every((noun) => noun === 'participant' || (noun === 'day' && ask === 'when')) &&
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
  const people = clause.where.filter(({ kind }) => kind === 'participant');
  if (about && ask === 'compare' && people.length > 1 && nouns.includes('asset') && !named(clause, 'action')) {
    for (const condition of people) Object.assign(condition, { as: 'holder' });
    clause.where.splice(0, clause.where.length, ...clause.where.filter(({ kind }) => kind !== 'role'));
    return { ask, subject: 'asset' };
  }
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

/** "With whom does X work": the verb and its preposition stand apart. */
function asksPartner(clause: Clause): boolean {
  const works = clause.atoms.find(({ text }) =>
    /^(?:work|works|worked|deal|deals|trade|trades|cooperate|collaborate)$/.test(text),
  );
  const withWhom = clause.atoms.some(
    (atom, at) =>
      atom.text === 'with whom' ||
      (senseOf(atom, 'preposition')?.v === 'with' && senseOf(clause.atoms[at + 1], 'ask')?.v === 'who') ||
      (senseOf(atom, 'preposition')?.v === 'with' && at === clause.atoms.length - 1),
  );
  if (works === undefined || !withWhom || !(named(clause, 'participant') || named(clause, 'mine'))) return false;
  clause.used.add(works);
  clause.where.splice(0, clause.where.length, ...clause.where.filter(({ kind }) => kind !== 'text'));
  return true;
}

/** Reads questions about a participant whose meaning follows from the verb alone. */
function byVerb(clause: Clause, ask: Draft['ask']): Draft | undefined {
  const { nouns, relations, asks } = clause;
  const text = (word: string) => clause.atoms.some((atom) => atom.text === word);
  // "Members of a batch" are assets.
  if (nouns[0] === 'participant' && named(clause, 'batch') && !named(clause, 'participant')) nouns[0] = 'asset';
  const partners = clause.atoms.some((atom) => /^(?:business |trading )?partners?$/.test(atom.text));
  if (partners && (named(clause, 'participant') || named(clause, 'mine')) && !named(clause, 'action'))
    return { ask, subject: 'participant', field: 'partners' };
  // "When was X last active": its newest event.
  const did =
    !named(clause, 'action') &&
    wordOf(clause, /^did$/) &&
    clause.atoms.some(({ text }) => /^(?:last|first) time$/.test(text));
  if (
    (relations.includes('active') || did) &&
    (clause.order === 'newest' || clause.order === 'oldest') &&
    ask !== 'most'
  )
    if (named(clause, 'participant') || named(clause, 'mine')) return { ask: 'when', subject: 'event' };
  // "Who registered X", "who records on behalf of X".
  const asksWho = asks.includes('who') || (nouns.includes('participant') && asks.includes('which'));
  const forOther = relations.includes('record') && text('on behalf of');
  const registers = clause.atoms.some((atom) => REGISTERED.test(atom.text));
  if (
    asksWho &&
    named(clause, 'participant') &&
    (forOther || registers) &&
    !named(clause, 'action') &&
    !named(clause, 'asset')
  )
    return { ask: 'who', subject: 'participant', field: 'manager' };
  if (relations.includes('join') && named(clause, 'mine') && !named(clause, 'action') && !named(clause, 'participant'))
    return { ask, subject: 'account', field: 'joined' };
  // "Participants that never recorded an event", "with more than 100 events".
  const idle = clause.negated === true || clause.atoms.some((atom) => senseOf(atom, 'not') !== undefined);
  if (
    nouns.includes('participant') &&
    nouns.includes('event') &&
    idle &&
    !named(clause, 'number') &&
    !named(clause, 'period')
  ) {
    clause.where.push({ kind: 'number', value: '= 0' });
    for (const atom of clause.atoms) if (senseOf(atom, 'not')) clause.used.add(atom);
  }
  if (holdsNothing(clause)) {
    clause.where.push({ kind: 'number', value: '= 0' });
    for (const atom of clause.atoms) if (NOTHING.test(atom.text)) clause.used.add(atom);
    return {
      ask: asks.includes('count') ? 'count' : clause.yesNo ? 'whether' : 'list',
      subject: 'participant',
      by: 'asset',
    };
  }
  const anybody = clause.atoms.some((atom) => /^(?:anyone|anybody|someone|somebody|who)$/.test(atom.text));
  if (anybody && nouns[0] === 'asset' && named(clause, 'number') && !named(clause, 'action') && hasBare(clause))
    return { ask: 'list', subject: 'asset', by: 'participant' };
  if (asks[0] === 'who' && nouns.length === 0 && isIdle(clause)) return { ask: 'list', subject: 'participant' };
  if (
    nouns[0] === 'participant' &&
    named(clause, 'number') &&
    !named(clause, 'action') &&
    !named(clause, 'participant')
  )
    return nouns.includes('asset')
      ? { ask: 'list', subject: 'asset', by: 'participant' }
      : { ask: ask === 'describe' || ask === 'whether' ? 'list' : ask, subject: 'participant' };
  return undefined;
}

/** "Who never shipped anything": participants without such an event. */
const isIdle = ({ where }: Clause) =>
  where.some(({ kind, not }) => kind === 'action' && not === true) &&
  where.every(({ kind, not }) => (kind === 'action' && not === true) || kind === 'role' || kind === 'period');

const NOTHING = /^(?:no|none|nothing|without|not|doesn'?t|don'?t|never|zero)$/;

/** "Participants with no assets", "who holds nothing", "companies that don't hold any asset". */
function holdsNothing(clause: Clause): boolean {
  const { nouns, relations, asks } = clause;
  const people = nouns[0] === 'participant' || named(clause, 'role') || asks[0] === 'who';
  const goods = nouns.includes('asset') || relations.includes('hold') || (hasBare(clause) && !nouns.includes('event'));
  const denies = clause.atoms.some(({ text }) => NOTHING.test(text));
  const others = clause.where.every(({ kind }) => kind === 'role' || kind === 'state');
  return people && goods && denies && others && !nouns.includes('event') && !named(clause, 'action');
}

const REGISTERED = /^(?:register(?:ed)?|sign(?:ed)? up|enrol(?:l|led)?|onboard(?:ed)?|set up|add(?:ed)?)$/;

/** Returns the dimension that a superlative counts: "the most events", "most assets". */
const dimension = (clause: Clause): string | undefined => {
  if (clause.order !== 'most' && clause.order !== 'least') return clause.by;
  if (clause.nouns.includes('event')) return 'event';
  if (clause.nouns.includes('asset') || clause.relations.includes('hold') || hasBare(clause))
    return clause.relations.includes('handle') || named(clause, 'action') ? 'event' : 'asset';
  return 'event';
};
