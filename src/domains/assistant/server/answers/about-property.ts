import { conditionsOf, valueIn } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { citeScreen, type Draft, listed, refusedBy, spokenTime, type Turn, table, total, unsupported } from './turn.ts';

const dollars = (cents: number) => `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`;

/** Answers about one property by its id. */
export async function answerOneProperty(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(query, ['property', 'year', 'period'], 'a property');
  if (refused !== undefined) return refused;
  const id = valueIn(query, 'property') ?? '';
  const read = await turn.run('read_property', { id });
  if (!read.ok)
    return read.status === 404 ? { reply: `There is no property ${id}.`, outcome: 'unknown' } : refusedBy(read);
  const property = read.value;
  const {
    propertyId,
    address,
    metadata,
    assessedValueFormatted,
    taxOwedFormatted,
    owners,
    yearBuilt,
    assessments,
    status,
    title,
  } = property;
  const year = valueIn(query, 'year') ?? conditionsOf(query, 'period')[0]?.from?.slice(0, 4);
  const what = `${propertyId} (${address})`;
  const say = (): string => {
    switch (query.field) {
      case 'value': {
        const assessment = year === undefined ? assessments[0] : assessments.find((one) => String(one.year) === year);
        if (assessment === undefined)
          return `No assessment of ${what}${year === undefined ? '' : ` for ${year}`} is recorded.`;
        return `The assessed value of ${what} is ${dollars(assessment.total)} for ${assessment.year}.`;
      }
      case 'tax':
        return `${taxOwedFormatted} of tax is owed on ${what}.`;
      case 'owner':
        return `${what} has ${counted(owners.length, 'owner')}: ${listed(owners.map(({ holder, fraction }) => `${holder} (${fraction.numerator}/${fraction.denominator})`))}.`;
      case 'address':
        return `The address of ${propertyId} is ${address}.`;
      case 'neighborhood':
        return `${what} is in ${metadata.neighborhood}.`;
      case 'type':
        return `${what} is ${metadata.propertyType}.`;
      case 'built':
        return yearBuilt === null
          ? `No year of construction is recorded for ${what}.`
          : `${what} was built in ${yearBuilt}.`;
      case 'size':
        return `${what} has ${total(metadata.squareFootage)} square feet.`;
      case 'lot':
        return `The lot of ${what} has ${total(property.lotSquareFeet)} square feet.`;
      case 'title':
        return `The title of ${what} has ${counted(property.titleLength, 'entry', 'entries')}.`;
      case 'documents':
        return `${what} has ${counted(property.documents.length, 'document')}.`;
      case 'appeals':
        return `${what} has ${counted(property.appeals.length, 'appeal')}.`;
      case 'exemptions':
        return `${what} has ${counted(property.exemptions.length, 'exemption')}.`;
      default:
        return query.ask === 'where'
          ? `${propertyId} is at ${address}, in ${metadata.neighborhood}.`
          : `${what} in ${metadata.neighborhood} is ${metadata.propertyType} and ${status}, with an assessed value of ${assessedValueFormatted} and ${taxOwedFormatted} of tax owed.`;
    }
  };
  return {
    reply: say(),
    citations: [citeScreen(propertyId, `/detroit/properties/${encodeURIComponent(propertyId)}`)],
    blocks:
      query.field === 'title'
        ? [
            table(
              `Title of ${propertyId}`,
              ['Recorded', 'Entry', 'Block'],
              title
                .slice(0, 50)
                .map(({ recordedAt, summary, block }) => [
                  { text: spokenTime(recordedAt) },
                  { text: summary },
                  { text: String(block.index), href: `/blockchain?block=${block.index}` },
                ]),
              property.titleLength,
            ),
          ]
        : [],
    suggestions: ['Who owns it?', 'How much tax is owed on it?'],
    context: { property: propertyId },
  };
}

/** Answers about a tax bill, which only its number opens. */
export function answerBills(turn: Turn): Draft {
  return {
    reply:
      `I need the property to look up its bills, or the number of the bill on the Pay screen. ${turn.username === undefined ? 'Sign in as its owner to see the bills of a property.' : ''}`.trim(),
    outcome: 'clarify',
    citations: [citeScreen('Pay a bill', '/detroit/pay')],
  };
}
