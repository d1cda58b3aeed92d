import { valueIn } from '#domains/assistant/contract.ts';
import type { readProperty } from '#domains/registry/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import {
  blockNumber,
  citeScreen,
  type Draft,
  listed,
  refusedBy,
  spokenTime,
  type Turn,
  table,
  total,
  unsupported,
} from '../turn.ts';
import { yearsIn } from '../years.ts';
import { answerTaxPayments } from './about-tax-payments.ts';
import { propertyLink, propertyTable } from './property-table.ts';

type Whole = ResponseIn<typeof readProperty>;

export const unrecorded: Draft = {
  reply: 'The registry records no permits, mortgages, liens or tenants, so I know nothing about them.',
  outcome: 'unknown',
};

/** Answers about one property by its id. */
export async function answerOneProperty(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const { field = '' } = query;
  if (field === 'permits') return unrecorded;
  if (field === 'payments') return answerTaxPayments(turn);
  const kinds = ['property', 'year', 'period', 'mine', 'type', 'state', 'owed', 'it'] as const;
  const refused = unsupported(query, kinds, 'a property');
  if (refused !== undefined) return refused;
  const id = valueIn(query, 'property') ?? '';
  const read = await turn.run('read_property', { id });
  if (!read.ok)
    return read.status === 404 ? { reply: `There is no property ${id}.`, outcome: 'unknown' } : refusedBy(read);
  const property = read.value;
  const years = yearsIn(query);
  if (years === undefined) return { reply: 'Those are too many years. Ask about a few of them.', outcome: 'clarify' };
  const [year] = years;
  if (year !== undefined && !['value', 'land', 'building', 'exemptions', 'appeals'].includes(field))
    return {
      reply: `I know the assessments of ${property.propertyId} by year, and everything else only as it is now. Ask without “${year}”.`,
      outcome: 'clarify',
    };
  if (field === 'successors' || field === 'predecessors') return answerReshaped(turn, property);
  const fields = field.split('+');
  const said = (years.length === 0 ? [undefined] : years).flatMap((one) =>
    fields.map((name) => sayField(turn, property, name, one)),
  );
  if (said.includes(undefined))
    return { reply: `The registry does not record that of ${property.propertyId}.`, outcome: 'unknown' };
  return {
    reply: said.join(' '),
    citations: [citeScreen(property.propertyId, propertyLink(property.propertyId))],
    blocks: field === 'title' || field === 'transfers' ? [titleTable(property)] : [],
    suggestions: ['Who owns it?', 'How much tax is owed on it?'],
    context: { property: property.propertyId },
  };
}

function sayField(turn: Turn, property: Whole, field: string, year: string | undefined): string | undefined {
  const { ask, where } = turn.query;
  const { propertyId, address, metadata, owners, status } = property;
  const what = `${propertyId} (${address})`;
  switch (field) {
    case 'value':
    case 'land':
    case 'building':
      return sayAssessment(property, field, year);
    case 'tax':
      return ASKS_PAID.test(turn.message)
        ? sayPaid(property)
        : sayTax(property, ask === 'whether' || where.some(({ kind }) => kind === 'owed'));
    case 'owner':
      return `${what} has ${counted(owners.length, 'owner')}: ${listed(owners.map(({ holder, fraction }) => `${holder === 'city' ? 'the city' : holder} (${fraction.numerator}/${fraction.denominator})`))}. Names of private owners are not public.`;
    case 'acquired':
      return `${what} was acquired ${listed(owners.map(({ holder, acquiredAt }) => `by ${holder === 'city' ? 'the city' : holder} on ${spokenTime(acquiredAt)}`))}.`;
    case 'transfers':
      return sayTransfers(property);
    case 'address':
      return `The address of ${propertyId} is ${address}.`;
    case 'id':
      return `The parcel number of ${address} is ${propertyId}.`;
    case 'neighborhood':
      return `${what} is in ${metadata.neighborhood}.`;
    case 'type':
      return `${what} is ${metadata.propertyType}.`;
    case 'state':
      return `${what} is ${status}.`;
    case 'built':
      return property.yearBuilt === null
        ? `No year of construction is recorded for ${what}.`
        : `${what} was built in ${property.yearBuilt}${ask === 'how long' || /\bold|\bage\b/i.test(turn.message) ? `, ${new Date(turn.now).getUTCFullYear() - property.yearBuilt} years ago` : ''}.`;
    case 'size':
      return `${what} has ${total(metadata.squareFootage)} square feet.`;
    case 'lot':
      return `The lot of ${what} has ${total(property.lotSquareFeet)} square feet.`;
    case 'title':
      return `The title of ${what} has ${counted(property.titleLength, 'entry', 'entries')}${property.title[0] === undefined ? '' : `, the newest of ${spokenTime(property.title[0].recordedAt)}: ${property.title[0].summary}`}.`;
    case 'documents':
      return `${what} has ${counted(property.documentCount, 'document')}${property.documentCount === 0 ? '' : `: ${listed(property.documents.map(({ title }) => title))}`}.`;
    case 'appeals':
      return `${what} has ${counted(property.appeals.length, 'appeal')}${property.appeals.length === 0 ? '' : `: ${listed(property.appeals.slice(0, 5).map((one) => `${one.year} ${one.state}, asking for ${formatCents(one.requestedCents)}${one.decidedCents === null ? '' : `, decided at ${formatCents(one.decidedCents)}`}`))}`}.`;
    case 'exemptions':
      return `${what} has ${counted(property.exemptions.length, 'exemption')}${property.exemptions.length === 0 ? '' : `: ${listed(property.exemptions.slice(0, 5).map((one) => `from ${one.fromYear}${one.toYear === null ? '' : ` to ${one.toYear}`}`))}. Their kinds and amounts are not public`}.`;
    case '':
      return ask === 'where'
        ? `${propertyId} is at ${address}, in ${metadata.neighborhood}.`
        : sayState(turn, property);
    default:
      return undefined;
  }
}

/** Answers whether it is of a type or in a state, or states its main facts. */
function sayState({ query }: Turn, { propertyId, address, metadata, status, ...property }: Whole): string {
  const what = `${propertyId} (${address})`;
  const state = valueIn(query, 'state');
  if (state !== undefined) return `${state === status ? 'Yes' : 'No'}, ${what} is ${status}.`;
  const type = valueIn(query, 'type');
  if (type !== undefined && query.ask === 'whether')
    return `${type === metadata.propertyType ? 'Yes' : 'No'}, ${what} is ${metadata.propertyType}.`;
  return `${what} in ${metadata.neighborhood} is ${metadata.propertyType} and ${status}, with an assessed value of ${property.assessedValueFormatted} and ${property.taxOwedFormatted} of tax owed.`;
}

function sayAssessment({ propertyId, address, assessments }: Whole, field: string, year: string | undefined): string {
  const what = `${propertyId} (${address})`;
  const found = year === undefined ? assessments[0] : assessments.find((one) => String(one.year) === year);
  if (found === undefined) return `No assessment of ${what}${year === undefined ? '' : ` for ${year}`} is recorded.`;
  if (field === 'land') return `The land of ${what} is assessed at ${formatCents(found.land)} for ${found.year}.`;
  if (field === 'building')
    return `The building of ${what} is assessed at ${formatCents(found.building)} for ${found.year}.`;
  return `The assessed value of ${what} is ${formatCents(found.total)} for ${found.year}.`;
}

/** "Is it fully paid up": yes means that nothing is owed. */
const ASKS_PAID = /^(?:so |and )?(?:is|are|was|has)\b.*\b(?:paid|settled|cleared|squared)\b/i;

function sayPaid({ propertyId, address, taxOwed, taxOwedFormatted }: Whole): string {
  const what = `${propertyId} (${address})`;
  return taxOwed === 0
    ? `Yes, no tax is owed on ${what}: $0.00.`
    : `No, ${taxOwedFormatted} of tax is owed on ${what}.`;
}

function sayTax({ propertyId, address, taxOwed, taxOwedFormatted }: Whole, whether: boolean): string {
  const what = `${propertyId} (${address})`;
  if (taxOwed === 0) return `${whether ? 'No, no' : 'No'} tax is owed on ${what}: $0.00.`;
  return `${whether ? 'Yes, ' : ''}${taxOwedFormatted} of tax is owed on ${what}.`;
}

function sayTransfers({ propertyId, address, title }: Whole): string {
  const transfers = title.filter(({ action }) => action.includes('transfer'));
  const [last] = transfers;
  const what = `${propertyId} (${address})`;
  return last === undefined
    ? `No transfer of ${what} is recorded.`
    : `${what} was last transferred on ${spokenTime(last.recordedAt)}, in block ${blockNumber(last.block.index)}: ${last.summary}. ${counted(transfers.length, 'transfer')} ${transfers.length === 1 ? 'is' : 'are'} recorded.`;
}

const titleTable = ({ propertyId, title, titleLength }: Whole) =>
  table(
    `Title of ${propertyId}`,
    ['Recorded', 'Entry', 'Block'],
    title
      .slice(0, 50)
      .map(({ recordedAt, summary, block }) => [
        { text: spokenTime(recordedAt) },
        { text: summary },
        { text: blockNumber(block.index), href: `/blockchain?block=${block.index}` },
      ]),
    titleLength,
  );

/** Answers into which properties one was split or merged, or which ones it replaced. */
async function answerReshaped(turn: Turn, { propertyId, address, replacedBy, replaces }: Whole): Promise<Draft> {
  const what = `${propertyId} (${address})`;
  const isSuccessors = turn.query.field === 'successors';
  const ids = isSuccessors ? replacedBy : replaces;
  const found = [];
  for (const id of ids.slice(0, 10)) {
    const read = await turn.run('read_property', { id });
    if (!read.ok) return refusedBy(read);
    found.push(read.value);
  }
  const spoken = listed(ids);
  return {
    reply: isSuccessors
      ? ids.length === 0
        ? `${what} was not split or merged into others.`
        : `${what} is retired and was replaced by ${spoken}.`
      : ids.length === 0
        ? `${what} replaces no other property.`
        : `${what} replaces ${spoken}.`,
    citations: [citeScreen(propertyId, propertyLink(propertyId))],
    blocks: found.length === 0 ? [] : [propertyTable(found, ids.length)],
    context: { property: propertyId },
  };
}
