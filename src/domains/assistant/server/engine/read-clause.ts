import { type Atom, senseOf } from './atoms.ts';
import { isOfDomain } from './choose-domain.ts';
import { type Clause, openClause } from './clause.ts';
import { type Domain, domainNouns } from './lexicon/domain-nouns.ts';
import { markPart } from './mark-part.ts';
import { owes } from './property-field.ts';
import { describeStated, readNumbers, readStated } from './read-conditions.ts';
import { readMeasures } from './read-measures.ts';
import { readGroups, readOrder } from './read-order.ts';
import { READINGS, readReadings } from './read-readings.ts';
import { readUnknown } from './read-unknown.ts';
import { readValues } from './read-values.ts';
import { readWords } from './read-words.ts';

export function readClause(atoms: readonly Atom[], domain?: Domain, tagged = false): Clause {
  const clause = openClause(atoms, domain);
  if (tagged) clause.tagged = true;
  for (const atom of atoms) {
    const relation = senseOf(atom, 'relation');
    if (relation?.v === 'hold' || relation?.v === 'work with') clause.relations.push(relation.v);
  }
  if (domain === undefined) {
    readStated(clause);
    readReadings(clause);
    readNumbers(clause);
  }
  readGroups(clause);
  readValues(clause);
  readOrder(clause);
  if (domain !== undefined) readMeasures(clause);
  readUnknown(clause);
  readWords(clause);
  if (domain === undefined) describeStated(clause);
  markPart(clause);
  dropForeign(clause, domain);
  return clause;
}

/** Words that only another domain lists are not understood here, so the answer names them instead of ignoring them. */
function dropForeign(clause: Clause, domain: Domain | undefined): void {
  // An attribute of an asset may have any name.
  if (domain === undefined && clause.where.some(({ kind }) => kind === 'asset' || kind === 'it')) return;
  for (const atom of clause.atoms) {
    // "The highest shock value": the word only stands for the reading.
    if (clause.reading !== undefined && READINGS.test(atom.text)) continue;
    // "Owe money": nothing but what is owed.
    if (domain === 'registry' && atom.text === 'money' && owes(clause)) continue;
    const nouns = atom.senses.map((sense) =>
      sense.k === 'noun' ? sense.v : sense.k === 'field' ? sense.of : undefined,
    );
    const isForeign = (noun: string | undefined) =>
      noun !== undefined &&
      noun !== 'place' &&
      (domain === undefined ? isOfDomain(noun) : !domainNouns[domain].includes(noun));
    if (nouns.length > 0 && nouns.every(isForeign)) clause.used.delete(atom);
  }
}
