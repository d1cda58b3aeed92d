import { asksBatchmates, comparedBy, isSince, LINKS, restrictToMove, SPAN } from './asset-measures.ts';
import { senseOf } from './atoms.ts';
import { type Clause, named } from './clause.ts';
import { askOf, type Draft, fieldOf, hasBare } from './conclude-ask.ts';
import { lineageOf } from './lineage-direction.ts';
import { statusFromAction } from './status-from-action.ts';

/** Reads questions about one asset, which is named or referred to by a pronoun. */
export function aboutAsset(clause: Clause): Draft | undefined {
  const one = named(clause, 'asset') || named(clause, 'it');
  const ask = askOf(clause);
  const byName =
    named(clause, 'text') &&
    ['where', 'who', 'when', 'whether', 'how long', 'describe'].includes(ask) &&
    !clause.nouns.includes('participant') &&
    !clause.nouns.includes('event') &&
    !named(clause, 'category') &&
    !named(clause, 'them') &&
    !existsIn(clause) &&
    !listsByState(clause, ask);
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
  // "Was A delivered earlier than B" is answered by yes or no.
  const asked = ask === 'compare' && clause.yesNo === true && clause.order !== undefined ? 'whether' : ask;
  return { ask: asked === 'most' || asked === 'least' ? 'list' : asked, subject: 'asset', field };
}

/** "Fountain pens in Paris", "watches not delivered": all assets in a state, and not one by its name. */
const listsByState = (clause: Clause, ask: Draft['ask']) =>
  ask === 'describe' &&
  clause.asks.length === 0 &&
  clause.fields.length === 0 &&
  clause.relations.length === 0 &&
  (named(clause, 'place') || named(clause, 'status') || named(clause, 'action') || isAll(clause));

/** "Is there any insulin in Oslo": about all goods of that name. */
export const existsIn = ({ atoms }: Clause) =>
  atoms.some((atom, at) => atom.text === 'there' && /^(?:is|are|was|were)$/.test(atoms[at - 1]?.text ?? ''));

export const isAll = ({ atoms }: Clause) => atoms.some(({ text }) => /^(?:all|all the|every|all of the)$/.test(text));

/** "Who has it now" without the pronoun: only one asset can be meant, which the conversation must supply. */
function impliesAsset(clause: Clause): boolean {
  const { relations, fields, nouns, asks } = clause;
  // "Which goods must be called back" is about one that is faulty.
  const isRecall = relations.includes('recall') && nouns.every((noun) => noun === 'asset') && !named(clause, 'action');
  if (
    (nouns.length > 0 && !isRecall) ||
    named(clause, 'them') ||
    named(clause, 'participant') ||
    named(clause, 'mine') ||
    named(clause, 'status') ||
    named(clause, 'category') ||
    named(clause, 'role')
  )
    return false;
  const comesFromPlace = clause.where.some(({ kind, as }) => kind === 'place' && as === 'from');
  if (relations.includes('recall') || relations.includes('made into')) return true;
  if (relations.includes('made from')) return !comesFromPlace;
  const ranks = clause.order === 'most' || clause.order === 'least';
  if (relations.includes('hold') && asks.includes('who') && !named(clause, 'place') && !ranks) return true;
  return (
    fields.some(
      ({ of, v }) =>
        of === 'asset' &&
        ['location', 'holder', 'history', 'lineage', 'inputs', 'outputs', 'maker', 'origin', 'addressee'].includes(v),
    ) &&
    !named(clause, 'period') &&
    !named(clause, 'batch')
  );
}

function assetField(clause: Clause, one: boolean): string | undefined {
  const { asks } = clause;
  const compared = comparedBy(clause);
  if (compared !== undefined) return compared;
  if (asks.includes('how long')) for (const atom of clause.atoms) if (SPAN.test(atom.text)) clause.used.add(atom);
  if (clause.atoms.some(({ text }) => text === 'how old') && !named(clause, 'action')) {
    clause.where.push({ kind: 'action', value: 'manufactured' });
    return 'since';
  }
  // "How long has it existed": since it was made.
  if (asks.includes('how long') && !named(clause, 'action') && clause.atoms.some(({ text }) => /^exist/.test(text)))
    clause.where.push({ kind: 'action', value: 'manufactured' });
  else if (asks.includes('how long') && !isSince(clause)) return assetFieldBy(clause, one);
  if (asks.includes('how long')) return 'since';
  return assetFieldBy(clause, one);
}

function assetFieldBy(clause: Clause, one: boolean): string | undefined {
  const { relations, nouns, asks } = clause;
  if (asks.includes('why')) return fieldOf(clause, 'event') === 'anomalous' ? 'anomalous' : 'meta:reason';
  const between = one ? lineageBetween(clause) : undefined;
  if (between !== undefined) return between;
  if (asks.includes('where') && clause.atoms.some(({ text }) => /^end(?:ed)? up$/.test(text))) return 'location';
  if (
    asks.includes('where') &&
    relations.includes('made from') &&
    clause.atoms.some(({ text }) => /^(?:c[oa]mes?|coming) from$/.test(text))
  )
    return 'origin';
  // "The parcel number that was used for X" asks for the number.
  const states =
    fieldOf(clause, 'event')?.startsWith('meta:') === true && clause.atoms.some(({ text }) => LINKS.test(text));
  if (states) {
    for (const atom of clause.atoms) if (LINKS.test(atom.text)) clause.used.add(atom);
    const kept = clause.where.filter(({ kind, value }) => kind !== 'text' || !LINKS.test(value.toLowerCase()));
    clause.where.splice(0, clause.where.length, ...kept);
  }
  const field = fieldOf(clause, 'asset');
  // "Which raw material was used for it": the noun tells the direction.
  if (!clause.yesNo && (field === 'inputs' || field === 'outputs')) return field;
  // "Which lot is it part of": its batch.
  if (field === 'batch' && clause.atoms.some(({ text }) => text === 'part of')) return field;
  for (const relation of states ? [] : (['made from', 'made into'] as const))
    if (relations.includes(relation)) return lineageOf(clause, relation);
  if (one && asksBatchmates(clause)) return 'batchmates';
  const taken = named(clause, 'action');
  if (asksAddressee(clause)) return 'addressee';
  const stated = one ? attributeOf(clause) : undefined;
  if (stated !== undefined) {
    // "Was the seal broken" asks for words next to the attribute.
    if (clause.yesNo && fieldOf(clause, 'chain') === 'validity')
      clause.where.push({ kind: 'stating', value: stated.slice('meta:'.length) });
    restrictToMove(clause);
    return stated;
  }
  if (relations.includes('recall') && !taken) return 'recall';
  if (fieldOf(clause, 'block') === 'hash') return 'hash';
  if (nouns.includes('block')) return 'block';
  if (fieldOf(clause, 'event') === 'anomalous') return 'anomalous';
  if (relations.includes('record') && asks.includes('who')) return 'recorder';
  if (nouns.includes('event') && (asks.length === 0 || asks.includes('count') || asks.includes('list')))
    return 'events';
  if (field !== undefined && field !== 'name') return field;
  const throughHands = relations.includes('pass') && nouns.includes('participant') && !taken;
  const handles =
    throughHands || relations.includes('handle') || (relations.includes('work with') && !named(clause, 'participant'));
  if (handles && (asks.includes('who') || asks.includes('count') || nouns.includes('participant'))) return 'handlers';
  // "In which town is it kept", "where has it got to": its place, and not who has it.
  if (relations.includes('hold') && asks.includes('where') && !taken) return 'location';
  if (relations.includes('hold') || (asks.includes('who') && !taken && hasBare(clause))) return 'holder';
  if (relations.includes('pass') && asks.includes('where') && !taken) return 'places';
  // "Who brought it to the customer": who delivered it, whatever its role.
  if (relations.includes('carry')) return taken ? undefined : 'carrier';
  if (relations.includes('manage') || relations.includes('addressed'))
    return relations.includes('addressed') ? 'addressee' : undefined;
  if (relations.includes('arrive') || relations.includes('reach')) return 'arrival';
  if (relations.includes('leave')) return 'departure';
  if (
    clause.yesNo &&
    !taken &&
    named(clause, 'place') &&
    (relations.includes('pass') || ['was', 'had', 'did', 'has'].some((word) => clause.auxiliaries.has(word)))
  )
    return 'places';
  const foreign = one
    ? clause.atoms.find((atom) => {
        const its = senseOf(atom, 'field');
        return (
          its !== undefined &&
          ['share', 'plan', 'property', 'bill', 'rate'].includes(its.of) &&
          !atom.senses.some(({ k }) => k === 'noun' || k === 'value') &&
          senseOf(atom, 'action')?.of !== 'event'
        );
      })
    : undefined;
  if (foreign !== undefined) return `meta:${foreign.text}`;
  // "What has it been through".
  if (relations.includes('pass') && asks.includes('what') && !named(clause, 'place') && !taken) return 'history';
  if (relations.includes('happen') && !taken) return clause.asks.length === 0 && clause.yesNo ? undefined : 'history';
  if (relations.includes('pass') && clause.yesNo && clause.where.some(({ value }) => value === 'quality_check'))
    return 'meta:result';
  if (field === 'name') return 'name';
  if (clause.fields.some(({ of, v }) => of === 'block' && v === 'data')) return 'data';
  return undefined;
}

/** Returns the attribute that an event states about the asset: a known attribute, or a word that no domain lists. */
function attributeOf(clause: Clause): string | undefined {
  const known = fieldOf(clause, 'event');
  if (known?.startsWith('meta:')) return known;
  if (fieldOf(clause, 'asset') !== undefined || clause.relations.some((relation) => OWN_ANSWER.has(relation)))
    return undefined;
  const at = clause.where.findIndex(({ kind }, n) => kind === 'text' && !isQuoted(clause, n));
  if (at < 0) return undefined;
  const [text] = clause.where.splice(at, 1);
  return `meta:${text?.value ?? ''}`;
}

const OWN_ANSWER: ReadonlySet<string> = new Set(['recall', 'hold', 'handle', 'carry', 'record']);

/** "To whom was it shipped", "who was it sent to", "who was its shipment addressed to". */
function asksAddressee(clause: Clause): boolean {
  const shipped = clause.where.some(({ kind, value }) => kind === 'action' && value === 'shipped');
  if (clause.relations.includes('addressed')) return clause.asks.includes('who');
  const ends = senseOf(clause.atoms.at(-1), 'preposition')?.v === 'to';
  // "Whom does it go to" has no verb of its own.
  if (ends && clause.asks.includes('who') && clause.relations.length === 0 && !named(clause, 'action')) return true;
  const toWhere = clause.atoms.some(({ text }, at) => text === 'where' && clause.atoms[at - 1]?.text === 'to');
  if (shipped && toWhere) return true;
  return shipped && (clause.asks.includes('who') || clause.asks.includes('where')) && (ends || asksToWhom(clause));
}

/** "To whom", "to which company". */
const asksToWhom = ({ atoms }: Clause) =>
  atoms.some(
    (atom, at) =>
      atom.text === 'to whom' ||
      (senseOf(atom, 'ask')?.v === 'who' && /^(?:to|for)$/.test(senseOf(atoms[at - 1], 'preposition')?.v ?? '')),
  );

/** "Is A in B", "was A made from B": returns whether the question is about outputs or inputs of the first asset. */
function lineageBetween(clause: Clause): 'inputs' | 'outputs' | undefined {
  const [first, second, third] = clause.atoms.filter((atom) => senseOf(atom, 'value')?.v.kind === 'asset');
  if (first === undefined || second === undefined || third !== undefined || clause.yesNo !== true) return undefined;
  const isPart = clause.fields.some(({ v }) => v === 'inputs');
  if (isPart) return 'outputs';
  const verb = clause.atoms.find((atom) => /^made (?:from|into)$/.test(senseOf(atom, 'relation')?.v ?? ''));
  if (verb === undefined) {
    const contained = clause.atoms.some(
      (atom) => atom.start > first.end && atom.end < second.start && /^(?:in|inside|within)$/.test(atom.text),
    );
    return contained && !named(clause, 'action') ? 'outputs' : undefined;
  }
  const active = ['do', 'does', 'did'].some((word) => clause.auxiliaries.has(word));
  if (/^use[ds]?$|^using$/.test(verb.text)) return active ? 'inputs' : 'outputs';
  return /\b(?:use[ds]?|into|in|part|ingredient|component|end(?:ed)? up|become)\b/.test(verb.text)
    ? 'outputs'
    : 'inputs';
}

const isQuoted = (clause: Clause, at: number) => {
  const value = clause.where[at]?.value;
  return clause.atoms.some((atom) => atom.quoted === true && atom.raw.includes(value ?? ''));
};
