import { NONE } from '#domains/assistant/contract.ts';
import type { AskWord } from './atoms.ts';
import { type Atom, senseOf } from './atoms.ts';
import { after, before, type Clause, isFiller, named } from './clause.ts';
import { readSmallWord } from './read-small-words.ts';

const RANK: Readonly<Record<AskWord, number>> = {
  compare: 0,
  percentage: 0.5,
  'how long': 1,
  count: 2,
  'how much': 3,
  why: 4,
  when: 5,
  where: 6,
  who: 7,
  which: 8,
  what: 9,
  list: 10,
};

/** Reads asking words, nouns, attributes and verbs. */
export function readWords(clause: Clause): void {
  const first = clause.atoms.find(
    (atom) => !isFiller(atom) && senseOf(atom, 'talk') === undefined && senseOf(atom, 'and') === undefined,
  );
  const opens = first !== undefined && asksByNegation(clause, first);
  if (opens) clause.used.add(first);
  clause.yesNo = opens || clause.tagged === true || senseOf(first, 'auxiliary') !== undefined;
  clause.atoms.forEach((atom, at) => {
    if (clause.used.has(atom)) return;
    if (readAtom(clause, atom, at)) clause.used.add(atom);
  });
  if (clause.deed) dropEmptyVerb(clause);
  readWe(clause);
  // "Not shipped again" depends on the order of events, which no set of assets shows.
  if (
    clause.where.some(({ kind, not }) => kind === 'action' && not) &&
    clause.atoms.some(({ text }) => text === 'again')
  )
    clause.where.push({ kind: 'code', value: 'again' });
  clause.asks.sort((a, b) => RANK[a] - RANK[b]);
}

/** "Isn't it delivered" asks what "is it delivered" does: its negation excludes nothing. */
export const asksByNegation = (clause: Clause, atom: Atom): boolean =>
  CONTRACTED.test(atom.text) && clause.atoms.findIndex((one) => !isFiller(one)) === clause.atoms.indexOf(atom);

const CONTRACTED = /^(?:is|are|was|were|did|does|has|have|do)n'?t$/;

/** "How many shipments did X make": the verb of a deed has no meaning of its own. */
function dropEmptyVerb(clause: Clause): void {
  const verb = clause.atoms.some((atom) => /^(?:make|makes|made|making)$/.test(atom.text));
  const at = clause.where.findIndex(({ kind, value }) => kind === 'action' && value === 'manufactured');
  if (!verb || at < 0 || clause.where.filter(({ kind }) => kind === 'action').length < 2) return;
  const [made] = clause.where.splice(at, 1);
  // "Not made by X": the negation is that of the participant.
  const actor = clause.where.find(({ kind, as }) => kind === 'participant' && as === 'actor');
  if (made?.not === true && actor !== undefined) Object.assign(actor, { not: true });
}

/** "Did we ship", "have we received": the caller's company is the actor. "Do we have" asks about all participants. */
function readWe(clause: Clause): void {
  const acts = clause.atoms.some(
    (atom, at) => atom.text === 'we' && /^(?:did|have|had)$/.test(clause.atoms[at - 1]?.text ?? ''),
  );
  const somebody = named(clause, 'participant') || named(clause, 'mine');
  if (acts && named(clause, 'action') && !somebody) clause.where.push({ kind: 'mine', value: 'ours', as: 'actor' });
}

function readAtom(clause: Clause, atom: Atom, at: number): boolean {
  const action = senseOf(atom, 'action');
  const relation = senseOf(atom, 'relation');
  const noun = senseOf(atom, 'noun');
  const ask = senseOf(atom, 'ask');
  const next = after(clause, at);
  const last = before(clause, at);
  // "The seal number of X": the owner of the number was named before.
  if (/^(?:the )?number of$/.test(atom.text) && (last?.senses.length === 0 || isMetadata(last))) return true;
  // "Open block 42": to see it.
  if (at === 0 && atom.text === 'open' && /^(?:asset|block|participant)$/.test(senseOf(next, 'value')?.v.kind ?? ''))
    return clause.asks.push('list') > 0;
  // "Assets whose seal was broken" asks for assets.
  if (atom.text === 'whose' && senseOf(last, 'noun') !== undefined) return true;
  // "Receipts where the condition was intact" asks for no place.
  const relates = clause.atoms[at - 1];
  const isHead = senseOf(relates, 'noun') !== undefined || senseOf(relates, 'action')?.form === 'deed';
  if (atom.text === 'where' && isHead && isMetadata(next)) return true;
  if (ask !== undefined && action === undefined && !(noun !== undefined && at > 0)) {
    clause.asks.push(ask.v);
    if (/\b(?:compan(?:y|ies)|participants?|part(?:y|ies))$/.test(atom.text)) clause.nouns.push('participant');
    if (/day|date/.test(atom.text)) clause.nouns.push('day');
    if (/place|location|city/.test(atom.text)) clause.nouns.push('place');
    return true;
  }
  if (standsForValue(clause, atom, at) || statesStatus(clause, at)) return true;
  if (action !== undefined && !(relation !== undefined && /^(?:check|test)/.test(atom.text))) {
    const isWrite = senseOf(atom, 'write') !== undefined && action.v !== 'returned' && named(clause, 'action');
    if (isWrite) return true;
    if (action.v === 'pay' || action.v === 'cost') return clause.relations.push(action.v) > 0;
    // "Without a delivery", "with no quality check" describe assets.
    if (action.form === 'deed' && !(clause.nouns.includes('asset') && isNegatedAt(clause, at))) clause.deed = true;
    const not = isNegated(clause, at);
    const also = !not && joinsAction(clause, at);
    clause.where.push({ kind: 'action', value: action.v, ...(not ? { not } : {}), ...(also ? { also } : {}) });
    if (noun?.v === 'event') clause.nouns.push('event');
    return true;
  }
  const its = senseOf(atom, 'field');
  if (its?.of === 'property' && named(clause, 'property')) return clause.fields.push({ of: its.of, v: its.v }) > 0;
  if (relation !== undefined && (isOnlyAuxiliary(atom, next) || remains(clause, atom, next))) return true;
  if (relation !== undefined && !prefersNoun(atom, next)) {
    if (relation.v === 'active' && (clause.order === 'most' || clause.order === 'least')) return true;
    clause.relations.push(relation.v);
    if (/\bmy\b/.test(atom.text)) clause.where.push({ kind: 'mine', value: 'mine', as: 'holder' });
    if (/\bit\b/.test(atom.text) && !named(clause, 'asset')) clause.where.push({ kind: 'it', value: 'it' });
    return true;
  }
  const field = senseOf(atom, 'field');
  if (readMissing(clause, at, field?.of === 'asset' ? field.v : noun?.v)) return true;
  if (
    field !== undefined &&
    (noun === undefined || (noun.plural !== true && belongsToValue(next, last)) || clause.nouns.length > 0)
  ) {
    clause.fields.push({ of: field.of, v: field.v });
    const role = senseOf(atom, 'value');
    if (role?.v.kind === 'role' && field.of === 'asset') clause.where.push(role.v);
    return true;
  }
  if (noun !== undefined) {
    clause.nouns.push(noun.v);
    if (field !== undefined) clause.fields.push({ of: field.of, v: field.v });
    return true;
  }
  return readSmallWord(clause, atom, at);
}

/** "Do we have", "did X ship": the verb follows. In "what did X do in May" the second one is the verb. */
function isOnlyAuxiliary(atom: Atom, next: Atom | undefined): boolean {
  if (!/^(?:do|does|did)$/.test(atom.text) || next === undefined) return false;
  const ends = ['preposition', 'and', 'or'].some((k) => next.senses.some((sense) => sense.k === k));
  return !ends && senseOf(next, 'value')?.v.kind !== 'period';
}

/** "Is any insulin left in Oslo": what is still there. "What left Oslo" did move. */
const remains = (clause: Clause, atom: Atom, next: Atom | undefined) =>
  atom.text === 'left' &&
  ['is', 'are', 'do', 'does'].some((word) => clause.auxiliaries.has(word)) &&
  (next === undefined || ['in', 'at', 'with'].includes(senseOf(next, 'preposition')?.v ?? ''));

/** "Without a location", "with no batch": the attribute that an asset lacks. */
function readMissing(clause: Clause, at: number, attribute: string | undefined): boolean {
  const kind =
    attribute === 'location'
      ? 'place'
      : attribute === 'addressee' || attribute === 'holder'
        ? 'participant'
        : attribute;
  const last = before(clause, at);
  const lacks = senseOf(last, 'not') !== undefined || senseOf(last, 'preposition')?.v === 'without';
  if (!lacks || last === undefined || !isLackable(kind)) return false;
  const as = attribute === 'addressee' || attribute === 'holder' ? ({ as: attribute } as const) : {};
  clause.where.push({ kind, value: NONE, ...as });
  clause.used.add(last);
  return true;
}

const isLackable = (kind: string | undefined): kind is 'place' | 'batch' | 'category' | 'participant' =>
  kind === 'place' || kind === 'batch' || kind === 'category' || kind === 'participant';

const isMetadata = (atom: Atom | undefined) => senseOf(atom, 'field')?.v.startsWith('meta:') === true;

/** "Shipped and delivered": both, not either. */
function joinsAction(clause: Clause, at: number): boolean {
  const last = clause.atoms.findLastIndex((atom, n) => n < at && senseOf(atom, 'action') !== undefined);
  if (last < 0) return false;
  const between = clause.atoms.slice(last + 1, at);
  // "Goods that X made were returned": the relative clause restricts them too.
  const relative = clause.atoms[last - 1];
  const restricts =
    senseOf(clause.atoms[last], 'action')?.form === 'verb' &&
    senseOf(relative, 'value')?.v.kind === 'participant' &&
    clause.atoms.slice(0, last).some(({ text }) => /^(?:that|which)$/.test(text)) &&
    between.some((atom) => /^(?:is|are|was|were|been|got)$/.test(atom.text));
  if (restricts) return true;
  return (
    between.some((atom) => senseOf(atom, 'and') !== undefined || atom.text === 'but') &&
    !between.some((atom) => senseOf(atom, 'or') !== undefined)
  );
}

const isNegatedAt = (clause: Clause, at: number) => {
  const last = before(clause, at);
  return senseOf(last, 'not') !== undefined || senseOf(last, 'preposition')?.v === 'without';
};

const isNegated = (clause: Clause, at: number) => {
  const isDeed = senseOf(clause.atoms[at], 'action')?.form === 'deed';
  const last = before(
    clause,
    at,
    // "Never went through an inspection", "did not have a quality check".
    (atom) =>
      isFiller(atom) || senseOf(atom, 'auxiliary') !== undefined || (isDeed && senseOf(atom, 'relation')?.v === 'pass'),
  );
  if (senseOf(last, 'not') === undefined && senseOf(last, 'preposition')?.v !== 'without') return false;
  if (last && asksByNegation(clause, last)) return false;
  if (last) clause.used.add(last);
  return true;
};

/** "The luxury category", "status delivered": the word only names the attribute of the adjacent value. */
function standsForValue(clause: Clause, atom: Atom, at: number): boolean {
  const kinds = [senseOf(atom, 'noun')?.v, senseOf(atom, 'field')?.v];
  const beside = [clause.atoms[at - 1], clause.atoms[at + 1]].map((other) => senseOf(other, 'value')?.v.kind);
  return beside.some((kind) => kind !== undefined && STATED.has(kind) && kinds.includes(kind));
}

/** "Status manufactured": a word that also names an action. */
function statesStatus(clause: Clause, at: number): boolean {
  const [next] = clause.atoms.slice(at + 1);
  const value = senseOf(next, 'action')?.v;
  if (clause.domain !== undefined || clause.atoms[at]?.text !== 'status' || next === undefined || clause.used.has(next))
    return false;
  if (value === undefined || !/^(?:manufactured|shipped|delivered|received|returned)$/.test(next.text)) return false;
  clause.where.push({ kind: 'status', value });
  clause.used.add(next);
  return true;
}

const STATED = new Set<string>(['category', 'status', 'role', 'batch']);

/** "stock" or "store" may be a noun; a relation follows a subject or ends the clause. */
const prefersNoun = (atom: Atom, next: Atom | undefined) =>
  senseOf(atom, 'noun') !== undefined && (senseOf(next, 'auxiliary') !== undefined || next === undefined);

const belongsToValue = (next: Atom | undefined, last: Atom | undefined) =>
  senseOf(next, 'preposition')?.v === 'of' ||
  // "The pharma batch" is a batch, "the KVC-2026-001 batch" an attribute.
  ['asset', 'participant', 'text', 'batch', 'block'].includes(senseOf(last, 'value')?.v.kind ?? '') ||
  senseOf(last, 'pronoun') !== undefined;
