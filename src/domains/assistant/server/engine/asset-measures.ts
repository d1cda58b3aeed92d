import { type Clause, named } from './clause.ts';

/** "Other assets in the same batch as X", "what else is in its batch": the other goods of the batch. */
export const asksBatchmates = ({ atoms, asks, nouns }: Clause) =>
  atoms.some(({ text }) => /^batch(?:es)?$/.test(text)) &&
  (atoms.some(({ text }) => /^(?:same|the same|other|others|else|another|rest)$/.test(text)) ||
    (nouns.includes('asset') && (asks.includes('which') || asks.includes('count') || asks.includes('list'))));

/** "How many days since X was shipped", "how long is it since its delivery": from then until now. */
export const isSince = ({ atoms, where }: Clause) =>
  atoms.some(({ text }) => /^(?:ago|passed since)$|\bsince$/.test(text)) &&
  where.filter(({ kind }) => kind === 'action').length === 1;

/** Verbs that only connect an attribute with what has it: "which firmware did it run", "the seal used for it". */
export const LINKS =
  /^(?:run|runs|ran|running|use|used|used for|used in|using|travel|travels|travell?ed|ride|ride on|rode|rode on|bear|bears|bore|carry|carries|carried|show|shows|showed|assign|assigned|issue|issued|attach|attached|accompany|accompanied|note|noted|state|stated|install|installed|print|printed|apply|applied|measure|measured|register|registered|report|reported|give|given|fit|fitted|belong|belongs)$/;

/** Words between the two ends of a duration. */
export const SPAN = /^(?:after|until|till|before|since)$/;

/** Returns the measure by which two assets are compared: the number of their events, or their duration. */
export function comparedBy(clause: Clause): 'events' | 'duration' | undefined {
  const assets = clause.where.filter(({ kind }) => kind === 'asset');
  if (assets.length < 2) return undefined;
  if (clause.atoms.some(({ text }) => /^(?:longer|longer than|longest|shorter|shortest|faster|quicker)$/.test(text)))
    return 'duration';
  comparesAge(clause);
  return clause.nouns.includes('event') && (clause.more !== undefined || clause.order !== undefined)
    ? 'events'
    : undefined;
}

/** "Is A or B older": which was manufactured earlier. */
function comparesAge(clause: Clause): void {
  const age = clause.atoms.find(({ text }) => /^(?:older|oldest|newer|newest|younger|youngest)$/.test(text));
  if (age === undefined || named(clause, 'action')) return;
  clause.order = age.text.startsWith('old') ? 'oldest' : 'newest';
  const kept = clause.where.filter(({ kind, value }) => kind !== 'text' || value.toLowerCase() !== age.text);
  clause.where.splice(0, clause.where.length, ...kept, { kind: 'action', value: 'manufactured' });
  clause.used.add(age);
}

/** "On arrival", "when it left": only events of that kind state the answer. */
export function restrictToMove(clause: Clause): void {
  const { relations } = clause;
  const actions =
    relations.includes('arrive') || relations.includes('reach')
      ? ['received', 'delivered']
      : relations.includes('leave')
        ? ['shipped']
        : [];
  if (!named(clause, 'action')) clause.where.push(...actions.map((value) => ({ kind: 'action' as const, value })));
}
