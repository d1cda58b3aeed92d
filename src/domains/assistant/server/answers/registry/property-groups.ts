import type { PropertySums } from '#domains/registry/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { citeScreen, type Draft, listed, refusedBy, type Turn, table, total } from '../turn.ts';
import { summarize } from './property-alternatives.ts';
import { type PropertyFilters, typeWords } from './property-filters.ts';
import { MEASURES, measureOf } from './property-measures.ts';

type Group = PropertySums & { readonly name: string };

/** Answers about properties by neighborhood or type: all groups, or the one with the most or least. */
export async function answerPropertyGroups(turn: Turn, filters: PropertyFilters): Promise<Draft> {
  const { query } = turn;
  const read = await summarize(turn, filters.queries, { limit: 1 });
  if (!read.ok) return refusedBy(read);
  const isTypes = query.by === 'type';
  const groups: readonly Group[] = isTypes
    ? read.value.types.map((one) => ({ ...one, name: typeWords(one.propertyType) }))
    : read.value.neighborhoods.map((one) => ({ ...one, name: one.neighborhood }));
  const noun = isTypes ? 'type' : 'neighborhood';
  const measure = measureOf(query.field);
  if (measure === 'built' || (measure === undefined && query.field !== undefined && query.field !== 'owner'))
    return {
      reply: `I can't compare ${noun}s by that: I know properties, assessed value, tax owed and size of each.`,
      outcome: 'clarify',
    };
  const average = query.aggregate === 'average' && measure !== undefined;
  const of = (group: Group) =>
    measure === undefined
      ? group.properties
      : average
        ? Math.round(group[MEASURES[measure].key] / group.properties)
        : group[MEASURES[measure].key];
  const say = (value: number) =>
    measure === undefined ? counted(value, 'property', 'properties') : MEASURES[measure].say(value);
  const ranked = groups.toSorted((a, b) => of(b) - of(a) || (a.name < b.name ? -1 : 1));
  const ordered = query.ask === 'least' ? ranked.toReversed() : ranked;
  const what = measure === undefined ? 'properties' : `${average ? 'average ' : ''}${MEASURES[measure].name}`;
  const restricted = `${filters.adjective === '' ? '' : ` of ${filters.adjective} properties`}${filters.words}`;
  const blocks = [
    table(
      isTypes ? 'Types' : 'Neighborhoods',
      [isTypes ? 'Type' : 'Neighborhood', 'Properties', 'Assessed value', 'Owing tax', 'Tax owed'],
      ordered.map(({ name, properties, assessedValue, owing, taxOwed }) => [
        { text: name },
        { text: total(properties) },
        { text: MEASURES.value.say(assessedValue) },
        { text: total(owing) },
        { text: MEASURES.tax.say(taxOwed) },
      ]),
    ),
  ];
  const citations = [citeScreen('Municipal registry', '/detroit')];
  const [first, second] = ordered;
  if (first === undefined)
    return { reply: `There are 0 ${filters.adjective} properties${filters.words}.`.replace('  ', ' '), citations };
  if (query.ask === 'most' || query.ask === 'least') {
    const word =
      query.ask === 'most' ? (measure === undefined ? 'most' : 'highest') : measure === undefined ? 'fewest' : 'lowest';
    const limit = query.limit ?? 1;
    const reply =
      limit > 1
        ? `The ${Math.min(limit, ordered.length)} ${noun}s with the ${word} ${what}${restricted} are ${listed(ordered.slice(0, limit).map((one) => `${one.name} (${say(of(one))})`))}.`
        : second !== undefined && of(second) === of(first)
          ? `${listed(ordered.filter((one) => of(one) === of(first)).map(({ name }) => name))} share the ${word} ${what}${restricted}: ${say(of(first))} each.`
          : `${capital(first.name)} has the ${word} ${what}${restricted}: ${say(of(first))}.`;
    return { reply, citations, blocks };
  }
  const all = listed(ordered.slice(0, 20).map((one) => `${one.name} (${say(of(one))})`));
  const lead = measure === undefined ? `There are ${counted(groups.length, noun)}` : `The ${what} by ${noun}`;
  return { reply: `${lead}${restricted}: ${all}${ordered.length > 20 ? ' and others' : ''}.`, citations, blocks };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
