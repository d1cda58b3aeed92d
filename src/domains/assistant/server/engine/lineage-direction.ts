import { type Relation, senseOf } from './atoms.ts';
import type { Clause } from './clause.ts';

/** Returns whether a lineage is asked upstream or downstream: it depends on which side of the verb the asset is. */
export function lineageOf(clause: Clause, relation: Relation): 'inputs' | 'outputs' {
  const verb = clause.atoms.findIndex((atom) => senseOf(atom, 'relation')?.v === relation);
  const verbText = clause.atoms[verb]?.text ?? '';
  if (/upstream/.test(verbText)) return 'inputs';
  if (/downstream|made into|end(?:ed)? up/.test(verbText)) return 'outputs';
  const asset = clause.atoms.findIndex(
    (atom, at) =>
      at > verb &&
      (senseOf(atom, 'value')?.v.kind === 'asset' ||
        senseOf(atom, 'pronoun')?.v === 'it' ||
        atom.senses.length === 0 ||
        atom.quoted === true),
  );
  const assetFollows = asset > verb || /\bit$/.test(verbText);
  if (relation === 'made from')
    return assetFollows && !/\bgo into it|went into it|inside it|what is in/.test(verbText) ? 'outputs' : 'inputs';
  return assetFollows && !/\bit$/.test(verbText) && /into|used? in|packed in|use in/.test(verbText)
    ? 'inputs'
    : 'outputs';
}
