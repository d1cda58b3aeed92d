import { type Clause, named } from './clause.ts';
import { askOf, type Draft, fieldOf, hasBare } from './conclude-ask.ts';

export function aboutPeople(clause: Clause): Draft | undefined {
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
    clause.where.every(
      ({ kind, as }) => kind !== 'participant' || as === undefined || as === 'partner' || as === 'recorder',
    ) &&
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
