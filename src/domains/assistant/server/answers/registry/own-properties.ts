import { conditionsOf, valueIn } from '#domains/assistant/contract.ts';
import type { Property } from '#domains/registry/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { answerOwnPayments } from '../payments/own-payments.ts';
import { notUnderstood } from '../talk.ts';
import { citeScreen, type Draft, listed, refusedBy, type Turn, unsupported } from '../turn.ts';
import { answerOneProperty } from './about-property.ts';
import { MEASURES, measureOf, numberOf, sayMeasure } from './property-measures.ts';
import { propertyTable } from './property-table.ts';

const CONDITIONS = [
  'mine',
  'participant',
  'type',
  'place',
  'neighborhood',
  'text',
  'owed',
  'state',
  'address',
] as const;

/** Answers what a resident owns: the caller, or another if the caller may see that. */
export async function answerOwnProperties(turn: Turn): Promise<Draft> {
  const { query } = turn;
  if (query.field === 'payments' && conditionsOf(query, 'participant').length === 0) return answerOwnPayments(turn);
  const refused = unsupported(query, CONDITIONS, 'what somebody owns');
  if (refused !== undefined) return refused;
  const other = valueIn(query, 'participant');
  const read = await turn.run('list_own_properties', { id: other ?? turn.username ?? '' });
  if (!read.ok) return refusedBy(read);
  const who = other === undefined ? 'You' : other;
  const owns = other === undefined ? 'own' : 'owns';
  const places = (['place', 'neighborhood', 'text', 'address'] as const).flatMap((kind) => conditionsOf(query, kind));
  const type = valueIn(query, 'type');
  const owed = valueIn(query, 'owed');
  const state = valueIn(query, 'state');
  const has = (property: Property) =>
    places.every(({ value }) => addressIn(property).includes(value.toLowerCase())) &&
    (type === undefined || property.metadata.propertyType === type) &&
    (state === undefined || property.status === state) &&
    (owed === undefined || property.taxOwed > 0 === (owed === 'yes'));
  const properties = read.value.properties.filter(has);
  const citations = [citeScreen('Resident portal', '/detroit/resident')];
  const words = `${places.map(({ value }) => ` in ${value}`).join('')}${owed === undefined ? '' : owed === 'yes' ? ' on which tax is owed' : ' on which no tax is owed'}`;
  const what = `${type === undefined ? '' : `${type} `}`;
  const [first] = properties;
  const isIn = (value: string) =>
    read.value.properties.some((property) => addressIn(property).includes(value.toLowerCase()));
  const strange = conditionsOf(query, 'text').filter(({ value }) => !isIn(value));
  if (strange.length > 0) return notUnderstood(strange.map(({ value }) => value));
  if (first === undefined)
    return { reply: `${query.ask === 'whether' ? 'No. ' : ''}${who} ${owns} 0 ${what}properties${words}.`, citations };
  const unshared = query.field !== undefined && !['value', 'tax', 'size', 'owner'].includes(query.field);
  if (unshared && properties.length === 1)
    return answerOneProperty({ ...turn, query: { ...query, where: [{ kind: 'property', value: first.propertyId }] } });
  if (unshared)
    return {
      reply: `Which of them: ${listed(properties.slice(0, 10).map(({ propertyId, address }) => `${propertyId} (${address})`))}?`,
      outcome: 'clarify',
    };
  const blocks = [propertyTable(properties)];
  const context = properties.length === 1 ? { property: first.propertyId } : {};
  return { reply: say(turn, properties, { who, owns, words, what }), citations, blocks, context };
}

const addressIn = ({ address, metadata }: Property) => `${address}, ${metadata.neighborhood}`.toLowerCase();

function say(
  { query }: Turn,
  properties: readonly Property[],
  { who, owns, words, what }: { who: string; owns: string; words: string; what: string },
): string {
  const measure = measureOf(query.field);
  const spoken = ({ propertyId, address }: Property) => `${propertyId} (${address})`;
  if ((query.ask === 'most' || query.ask === 'least') && measure !== 'lot' && measure !== 'built') {
    const by = measure ?? 'value';
    const { name, say: format, most, least } = MEASURES[by];
    const numberIn = (one: Property) => numberOf(by, one) ?? 0;
    const ranked = properties.toSorted((a, b) =>
      query.ask === 'most' ? numberIn(b) - numberIn(a) : numberIn(a) - numberIn(b),
    );
    const [first] = ranked;
    const tied = ranked.filter((one) => first !== undefined && numberIn(one) === numberIn(first));
    if (first === undefined) return `${who} ${owns} 0 properties.`;
    const which = query.ask === 'most' ? most : least;
    return tied.length > 1
      ? `${listed(tied.map(spoken))} share the ${which} ${name} of ${counted(properties.length, 'property', 'properties')}: ${format(numberIn(first))}.`
      : `${spoken(first)} has the ${which} ${name} of ${counted(properties.length, 'property', 'properties')}: ${format(numberIn(first))}.`;
  }
  const sums = {
    properties: properties.length,
    owing: properties.filter(({ taxOwed }) => taxOwed > 0).length,
    assessedValue: properties.reduce((all, one) => all + one.assessedValue, 0),
    taxOwed: properties.reduce((all, one) => all + one.taxOwed, 0),
    squareFootage: properties.reduce((all, one) => all + one.metadata.squareFootage, 0),
    lotSquareFeet: 0,
  };
  if (measure === 'tax' && query.ask !== 'count' && query.ask !== 'list') {
    const owed = MEASURES.tax.say(sums.taxOwed);
    const each = listed(
      properties.filter(({ taxOwed }) => taxOwed > 0).map((one) => `${spoken(one)} ${one.taxOwedFormatted}`),
    );
    const verdict = query.ask === 'whether' ? (sums.taxOwed > 0 ? 'Yes, ' : 'No, ') : '';
    const you = who === 'You' ? (verdict === '' ? 'You owe' : 'you owe') : `${who} owes`;
    return `${verdict}${you} ${owed} of tax on ${counted(sums.owing, 'property', 'properties')}${each === '' ? '' : `: ${each}`}.`;
  }
  if ((measure === 'value' || measure === 'size') && query.ask !== 'count' && query.ask !== 'list')
    return sayMeasure(
      measure,
      sums,
      `${who === 'You' ? 'your' : `${who}’s`} ${what}properties${words}`.replace(/^/, ''),
      query.aggregate === 'average',
    );
  const list = properties.slice(0, 10).map(spoken);
  return `${query.ask === 'whether' ? 'Yes, ' : ''}${query.ask === 'whether' && who === 'You' ? 'you' : who} ${owns} ${counted(properties.length, `${what}property`, `${what}properties`)}${words}: ${listed(list)}${properties.length > list.length ? ' and others' : ''}.`;
}
