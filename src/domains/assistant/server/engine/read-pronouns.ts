import { type Atom, senseOf } from './atoms.ts';
import { after, before, type Clause, isFiller, prepositionOf } from './clause.ts';

/**
 * Reads the referent of a pronoun: the subject of the conversation, several of them, or the asker. Returns whether it
 * is understood.
 */
export function readPronoun(clause: Clause, atom: Atom, pronoun: string, at: number): boolean {
  const last = before(clause, at);
  const next = after(clause, at);
  const points = /^(?:that|this|the )/.test(atom.text);
  const somethingElse = clause.atoms.some(
    (other) => senseOf(other, 'value')?.v.kind === 'asset' || senseOf(other, 'value')?.v.kind === 'block',
  );
  // "That day" is a time from the conversation, which the context does not store.
  if (pronoun === 'it' && /^(?:that|this)$/.test(atom.text) && TIMES.test(clause.atoms[at + 1]?.text ?? ''))
    return false;
  if (pronoun === 'it') {
    if (somethingElse && points) return true;
    const relative =
      /^(?:that|this)$/.test(atom.text) &&
      (senseOf(last, 'noun')?.plural === true ||
        last?.text === 'goods' ||
        /^(?:everything|anything|something|all|whatever)$/.test(clause.atoms[at - 1]?.text ?? '') ||
        (senseOf(last, 'noun') !== undefined && /^(?:sees?|saw|gets?|got)$/.test(next?.text ?? '')) ||
        senseOf(next, 'auxiliary') ||
        senseOf(next, 'not') ||
        senseOf(next, 'relation') ||
        senseOf(next, 'action') ||
        senseOf(next, 'noun') ||
        senseOf(next, 'pronoun')) &&
      at > 0 &&
      senseOf(last, 'preposition') === undefined &&
      senseOf(last, 'auxiliary') === undefined;
    if (relative) return true;
    clause.where.push({ kind: 'it', value: atom.text });
    const preposition = prepositionOf(clause, at);
    if (preposition) clause.used.add(preposition.atom);
    if (/block/.test(atom.text)) clause.nouns.push('block');
    if (/event/.test(atom.text)) clause.nouns.push('event');
    return true;
  }
  // "Except those in Paris", "only those by X": they stand for goods, and refer to nothing earlier.
  const isLeftOut = senseOf(last, 'not') !== undefined || /^(?:only|just)$/.test(clause.atoms[at - 1]?.text ?? '');
  if (isLeftOut && /^(?:those|these)$/.test(atom.text) && senseOf(next, 'preposition') !== undefined) return true;
  if (pronoun === 'them') {
    clause.where.push({ kind: 'them', value: atom.text });
    return true;
  }
  // "What belongs to me".
  if (pronoun === 'me' && /^(?:me|us)$/.test(atom.text) && senseOf(clause.atoms[at - 1], 'relation')?.v === 'own')
    return clause.where.push({ kind: 'mine', value: 'mine' }) > 0;
  if (pronoun === 'me' && last?.text === 'belonging to') return clause.where.push({ kind: 'mine', value: 'mine' }) > 0;
  if (pronoun === 'me' && isOnlyAsker(clause, at)) return true;
  if (pronoun === 'me' && (!/^(?:us|me)$/.test(atom.text) || clause.relations.includes('addressed')))
    clause.where.push({ kind: 'mine', value: /^(?:ours?|us)$/.test(atom.text) ? 'ours' : 'mine' });
  else if (pronoun === 'me' && ['to', 'by', 'with', 'from', 'for'].includes(senseOf(last, 'preposition')?.v ?? ''))
    clause.where.push({
      kind: 'mine',
      value: 'mine',
      as:
        senseOf(last, 'preposition')?.v === 'by'
          ? 'actor'
          : senseOf(last, 'preposition')?.v === 'with'
            ? 'holder'
            : 'addressee',
    });
  return true;
}

/** "List for me", "what does that mean to me", "show it to me": the asker, and not a condition. */
function isOnlyAsker(clause: Clause, at: number): boolean {
  const last = senseOf(before(clause, at), 'preposition')?.v;
  if (!/^(?:us|me)$/.test(clause.atoms[at]?.text ?? '') || (last !== 'to' && last !== 'for')) return false;
  const [first] = clause.atoms.filter((atom) => !isFiller(atom) && senseOf(atom, 'talk') === undefined);
  return (
    TELLS.test(first?.text ?? '') || clause.atoms.some((atom) => senseOf(atom, 'how') !== undefined) || isPolite(clause)
  );
}

/** "Can you find it for me". */
const isPolite = (clause: Clause) =>
  clause.atoms.some(({ text }) => /^(?:can|could|will|would) (?:you|u)\b/.test(text));
const TELLS =
  /^(?:list|show|display|find|search|search for|look up|print|tell|get|pull up|fetch|describe|count|explain|summari[sz]e|check|give|read|say)\b/;

const TIMES = /^(?:day|date|week|month|year|time)$/;
