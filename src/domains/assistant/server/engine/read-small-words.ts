import { NONE } from '#domains/assistant/contract.ts';
import { type Atom, senseOf } from './atoms.ts';
import { after, before, type Clause, isAside, isFiller } from './clause.ts';
import { readPronoun } from './read-pronouns.ts';

/** Reads a word that names nothing by itself: pronouns, negations, numbers and words between others. Returns whether it is used. */
export function readSmallWord(clause: Clause, atom: Atom, at: number): boolean {
  const pronoun = senseOf(atom, 'pronoun');
  if (pronoun !== undefined) return readPronoun(clause, atom, pronoun.v, at);
  const topic = senseOf(atom, 'topic');
  if (topic !== undefined) return clause.topics.push(topic.v) > 0;
  const more = senseOf(atom, 'more');
  if (more !== undefined) {
    clause.more ??= more.v;
    // A bound without its number must not be left out.
    return !BOUND.test(atom.text);
  }
  if (senseOf(atom, 'not')) {
    if (/^(?:nobody|no one)$/.test(atom.text) && clause.atoms.some((other) => senseOf(other, 'relation')?.v === 'hold'))
      return clause.where.push({ kind: 'participant', value: NONE, as: 'holder' }) > 0;
    clause.negated = true;
    // One that no condition took must not be left out, except the "no" of an answer.
    return (
      /^(?:no|none|nothing)$/.test(atom.text) && clause.atoms.slice(0, at).every(isFiller) && clause.yesNo !== true
    );
  }
  if (senseOf(atom, 'preposition')?.v === 'without') {
    clause.negated = true;
    return false;
  }
  const number = senseOf(atom, 'number');
  if (number !== undefined) return readNumber(clause, atom, at, number.v);
  // A group that was not read must not be left out; "every step" is none.
  if (senseOf(atom, 'each')) return clause.domain !== undefined || /^(?:each|every)$/.test(atom.text);
  if (/^(?:day|date|action|month|week)s?$/.test(atom.text)) return clause.nouns.push(atom.text.replace(/s$/, '')) > 0;
  if (senseOf(atom, 'talk') !== undefined) return isAside(clause.atoms, at);
  if (senseOf(atom, 'write') !== undefined) return isOfRecording(clause, atom);
  return atom.senses.some(({ k }) =>
    ['filler', 'auxiliary', 'and', 'or', 'preposition', 'named', 'may', 'how'].includes(k),
  );
}

const BOUND =
  /^(?:above|over|below|under|beneath|beyond|exceed|in excess of|surpass|stay(?:ed)? (?:under|below)|f[ae]ll below)/;

function readNumber(clause: Clause, atom: Atom, at: number, value: number): boolean {
  const next = after(clause, at);
  if (/^(?:user|member|seat|people)/.test(next?.text ?? '')) {
    clause.where.push({ kind: 'users', value: String(value) });
    return true;
  }
  const beside = before(clause, at, (one) => isFiller(one) || senseOf(one, 'auxiliary') !== undefined);
  if (senseOf(beside, 'noun')?.v === 'block') {
    clause.where.push({ kind: 'block', value: String(value) });
    return true;
  }
  // A bound that no reading took is no number of rows.
  const bound = clause.atoms[at - 1];
  if (senseOf(bound, 'more') !== undefined || senseOf(bound, 'preposition')?.v === 'than') return false;
  if (/^(?:19|20)\d\d$/.test(atom.text)) {
    clause.where.push({ kind: 'year', value: atom.text });
    return true;
  }
  if (
    clause.limit === undefined &&
    value >= 1 &&
    value <= 100 &&
    (senseOf(next, 'noun') || senseOf(next, 'action') || senseOf(next, 'value'))
  ) {
    clause.limit = value;
    return true;
  }
  return false;
}

/** "Added" blocks and participants are simply existing ones. All other words of change or removal have a meaning. */
const isOfRecording = ({ atoms }: Clause, atom: Atom) =>
  senseOf(atom, 'write')?.v === 'add' &&
  atoms.some((one) => ['block', 'participant', 'event'].includes(senseOf(one, 'noun')?.v ?? ''));
