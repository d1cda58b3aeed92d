import { formatCents } from '#platform/contract/money.ts';
import type { JsonObject } from '#platform/contract/scalars.ts';
import { CITY } from './city.ts';

const textIn = (data: JsonObject, field: string) => String(data[field] ?? '');
const centsIn = (data: JsonObject, field: string) => formatCents(Number(data[field] ?? 0));
/** The property ids in a list of ids or of parcels. */
const namesIn = (data: JsonObject, field: string) =>
  [data[field]]
    .flat()
    .map((one) => (typeof one === 'object' && one !== null && 'property_id' in one ? one['property_id'] : one))
    .join(', ');
const shortHolder = (holder: string) => (holder === CITY ? 'the city' : holder.slice(0, 14));

const because = (data: JsonObject) => (data['reason'] === undefined ? '' : `. ${textIn(data, 'reason')}`);

const descriptions: Readonly<Record<string, (data: JsonObject, propertyId: string) => string>> = {
  'registry.parcel_registered': (data) => `Registered: ${textIn(data, 'address')}`,
  'registry.parcel_corrected': (data) => `Facts corrected: ${textIn(data, 'address')}${because(data)}`,
  'registry.parcel_split': (data) => `Split: ${textIn(data, 'property_id')} into ${namesIn(data, 'into')}`,
  'registry.parcels_merged': (data) => `Merged: ${namesIn(data, 'from')} into ${textIn(data, 'property_id')}`,
  'registry.assessed': (data) => `Assessed for ${textIn(data, 'year')}: ${valueIn(data)}${because(data)}`,
  'registry.title_transferred': (data) =>
    `${textIn(data, 'numerator')}/${textIn(data, 'denominator')} transferred from ${shortHolder(textIn(data, 'from'))} to ${shortHolder(textIn(data, 'to'))}`,
  'registry.tax_levied': (data) => `Tax of ${textIn(data, 'year')} levied: ${centsIn(data, 'total_cents')}`,
  'registry.tax_charged': (data) => `Late: ${chargesIn(data)}`,
  'registry.charges_waived': (data) => `Waived for ${textIn(data, 'year')}: ${chargesIn(data)}`,
  'registry.payment_opened': (data) => `Payment announced: ${centsIn(data, 'amount_cents')}${together(othersIn(data))}`,
  'registry.tax_paid': (data, propertyId) => paidIn('Tax paid', data, propertyId),
  'registry.payment_failed': (data) =>
    `Payment did not arrive: ${centsIn(data, 'amount_cents')}${together(othersIn(data))}`,
  'registry.payment_reversed': (data, propertyId) => paidIn('Payment taken back', data, propertyId),
  'registry.exemption_granted': (data) =>
    `Exemption granted from ${textIn(data, 'from_year')}${data['to_year'] === null ? '' : ` to ${textIn(data, 'to_year')}`}`,
  'registry.exemption_ended': (data) => `Exemption ended with ${textIn(data, 'last_year')}`,
  'registry.appeal_filed': (data) => `Assessment of ${textIn(data, 'year')} appealed`,
  'registry.appeal_withdrawn': (data) => `Appeal against the assessment of ${textIn(data, 'year')} withdrawn`,
  'registry.appeal_denied': (data) => `Appeal against the assessment of ${textIn(data, 'year')} denied`,
  'registry.appeal_granted': (data) => `Appeal granted, reassessed for ${textIn(data, 'year')}: ${valueIn(data)}`,
  'registry.bill_corrected': (data) =>
    `Tax of ${textIn(data, 'year')} corrected: ${centsIn(data, 'total_cents')} instead of ${centsIn(data, 'before_cents')}`,
  'registry.document_recorded': (data) => `Document recorded: ${textIn(data, 'title')}`,
};

const chargesIn = (data: JsonObject) => amountsIn(data, { penalty: 'penalty_cents', interest: 'interest_cents' });

/** What a reversal takes back of credit that parcels had passed on, by link. */
const takenIn = (data: JsonObject) => [data['taken_from'] ?? []].flat() as JsonObject[];

/** Credit that went to heirs of retired properties, each with the property that it came from. */
const passedIn = (data: JsonObject): JsonObject[] => [
  ...([data['passed_on'] ?? []].flat() as JsonObject[]).map((one) => ({ ...one, from: data['property_id'] ?? '' })),
  ...([data['passed_on_by'] ?? []].flat() as JsonObject[]),
];

const sumIn = (parts: readonly JsonObject[]) => parts.reduce((sum, one) => sum + Number(one['amount_cents']), 0);

const partsIn = (data: JsonObject) =>
  [data['parts'] ?? []].flat().filter((one) => one !== null && typeof one === 'object');

/** The amounts that are not zero, by name: `penalty $12.00, interest $1.20`. */
function amountsIn(data: JsonObject, fields: Readonly<Record<string, string>>): string {
  const amounts = Object.entries(fields).filter(([, field]) => Number(data[field] ?? 0) !== 0);
  return amounts.map(([name, field]) => `${name} ${centsIn(data, field)}`).join(', ') || formatCents(0);
}

const valueIn = (data: JsonObject) => amountsIn(data, { land: 'land_cents', building: 'building_cents' });

/** Returns what a payment paid for one property, without the fee of its method. It may have paid only others. */
function paidIn(what: string, data: JsonObject, propertyId: string): string {
  const passed = passedIn(data).filter((one) => one['property_id'] === propertyId);
  if (passed.length > 0 && !partsIn(data).some((one) => 'property_id' in one && one['property_id'] === propertyId))
    return `Credit from ${passed.map((one) => textIn(one, 'from')).join(', ')}: ${formatCents(sumIn(passed))}`;
  const part = partsIn(data).find((one) => 'property_id' in one && one['property_id'] === propertyId);
  if (part === undefined && propertyId !== data['property_id']) {
    const taken = takenIn(data).filter((one) => one['property_id'] === propertyId);
    const all = sumIn(taken);
    if (all > 0)
      return `Credit of ${taken.map((one) => textIn(one, 'from')).join(', ')} taken back: ${formatCents(all)}`;
  }
  const cents =
    part === undefined
      ? Number(data['amount_cents'] ?? 0) - Number(data['method_fee_cents'] ?? 0)
      : Number((part as JsonObject)['amount_cents'] ?? 0);
  // A block states the parts of all properties of the payment. Count the others that got something.
  const others = partsIn(data).filter((one) => one !== part && (one as JsonObject)['amount_cents'] !== 0).length;
  return `${what}: ${cents === 0 ? 'nothing on this property' : formatCents(cents)}${together(others)}`;
}

/** Returns the words for a payment for several properties, with the number of others. */
const together = (others: number) =>
  others === 0 ? '' : `, together with ${others === 1 ? 'one other property' : `${others} other properties`}`;

const othersIn = (data: JsonObject) => [data['others'] ?? []].flat().length;

/** Returns what a block of the registry states about a property, in one sentence without names. */
export function describeTitleBlock(data: JsonObject, propertyId: string): string {
  const action = textIn(data, 'action');
  return descriptions[action]?.(data, propertyId) ?? action;
}
