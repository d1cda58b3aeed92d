import { senseOf } from './atoms.ts';
import { type Clause, named } from './clause.ts';
import { askOf, type Draft, fieldOf, hasBare } from './conclude-ask.ts';
import { statusFromAction } from './conclude-goods.ts';
import { lineageOf } from './read-words.ts';

/** Questions about one asset: it is named, or a pronoun stands for it. */
export function aboutAsset(clause: Clause): Draft | undefined {
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
  if (relations.includes('pass') && clause.where.some(({ value }) => value === 'quality_check')) return 'meta:result';
  if (field === 'name') return 'name';
  if (clause.fields.some(({ of, v }) => of === 'block' && v === 'data')) return 'data';
  return undefined;
}

const isQuoted = (clause: Clause, at: number) => {
  const value = clause.where[at]?.value;
  return clause.atoms.some((atom) => atom.quoted === true && atom.raw.includes(value ?? ''));
};
