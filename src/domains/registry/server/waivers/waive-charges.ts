import type { Account } from '#domains/participants/server/index.ts';
import { balanced, move } from '#domains/payments/server/index.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { Registry } from '../open-registry.ts';
import { books } from '../payments/books-of-property.ts';
import { requireParcel, withBills } from '../payments/requirements.ts';
import { registryBlockTypes } from '../registry-block-types.ts';
import { keyOf } from '../registry-requests.ts';
import type { RegistryRequest } from '../registry-state.ts';
import { type BillLine, type BillState, openOf } from '../taxes/bill-state.ts';
import { chargeLate } from '../taxes/charge-late.ts';
import { chargeProperty } from '../taxes/charge-property.ts';
import { requireBill } from '../taxes/read-bills.ts';
import { readBillWaivers } from './bill-waivers.ts';
import { waivableOf } from './waivable.ts';

export type WaiverRequest = {
  readonly billNumber: string;
  readonly penalty: number;
  readonly interest: number;
  readonly reason: string;
  readonly preview: boolean;
};

/**
 * Waives open penalties and interest of a bill, at most the open amount of each. The charges stay on the bill, and the waiver is a
 * line of its own. Late charges are applied first, as of the same moment.
 *
 * @throws AppError `registry.bill_not_found`, `request.invalid` for more than is open, or for nothing
 */
export async function waiveCharges(
  registry: Registry,
  caller: Account,
  request: WaiverRequest,
  key: string | undefined,
): Promise<{ penaltyCents: number; interestCents: number; openCents: number; blockIndex: number | null }> {
  const { database, requests } = registry;
  const { billNumber, penalty, interest, preview } = request;
  if (penalty + interest === 0 && !preview)
    throw invalid('/penalty', 'penalty or interest must be above 0 cents', 'Nothing to waive.');
  const before = await requireBill(registry, billNumber);
  const { propertyId } = before;
  if (preview) {
    const after = waived(chargeLate(before, registry.clock(), registry.timeZone).bill, request);
    return { penaltyCents: penalty, interestCents: interest, openCents: openOf(after), blockIndex: null };
  }
  await chargeProperty(registry, propertyId);
  const { index } = await requests.append(
    waiver(request, propertyId, caller.username),
    keyOf(caller, key, ['waive', request]),
  );
  const recorded = (await readBillWaivers(database, [billNumber])).get(billNumber) ?? [];
  const own = recorded.find(({ blockIndex }) => blockIndex === index);
  if (own === undefined) throw new Error(`Broken invariant: block ${index} waived charges of ${billNumber}`);
  const { penaltyCents, interestCents } = own;
  const openCents = openOf(await requireBill(registry, billNumber));
  return { penaltyCents, interestCents, openCents, blockIndex: index };
}

const waiver = (request: WaiverRequest, propertyId: string, user: string): RegistryRequest => ({
  propertyIds: [propertyId],
  judge(view) {
    const { billNumber, penalty, interest, reason } = request;
    const parcel = requireParcel(view, propertyId);
    const bill = parcel.bills.find((one) => one.billNumber === billNumber);
    if (bill === undefined) throw new Error(`Broken invariant: ${propertyId} has the bill ${billNumber}`);
    const after = waived(bill, request);
    const { receivable } = books(propertyId);
    return {
      draft: registryBlockTypes.draft({
        action: 'registry.charges_waived',
        user,
        property_id: propertyId,
        year: bill.year,
        penalty_cents: penalty,
        interest_cents: interest,
      }),
      parcels: [
        withBills(
          parcel,
          parcel.bills.map((one) => (one === bill ? after : one)),
        ),
      ],
      // Accounts of their own, so that the books show both what was charged and what was given up.
      postings: balanced([
        ...move(receivable, 'waived:penalty', penalty),
        ...move(receivable, 'waived:interest', interest),
      ]),
      waivers: [{ billNumber, penaltyCents: penalty, interestCents: interest, reason }],
    };
  },
});

/** Returns a bill after a waiver. Throws an `AppError` if more is waived than is open. */
export function waived(bill: BillState, { penalty, interest }: Pick<WaiverRequest, 'penalty' | 'interest'>): BillState {
  const open = waivableOf(bill);
  if (penalty > open.penalty) throw tooMuch('penalty', open.penalty);
  if (interest > open.interest) throw tooMuch('interest', open.interest);
  return {
    ...bill,
    openFeeCents: bill.openFeeCents - penalty,
    openInterestCents: bill.openInterestCents - interest,
    totalCents: bill.totalCents - penalty - interest,
    lines: [...bill.lines, ...waivedLine('penalty', penalty), ...waivedLine('interest', interest)],
  };
}

const waivedLine = (of: 'penalty' | 'interest', cents: number): BillLine[] =>
  cents === 0
    ? []
    : [
        {
          name: of === 'penalty' ? 'Penalty waived' : 'Interest waived',
          kind: `waived_${of}`,
          cents: -cents,
          explanation: `${formatCents(cents)} that the city does not collect`,
        },
      ];

const tooMuch = (field: 'penalty' | 'interest', open: number) =>
  invalid(
    `/${field}`,
    `${field} must be at most ${open} cents (${formatCents(open)})`,
    `Only ${formatCents(open)} of ${field} is open.`,
  );

const invalid = (pointer: string, message: string, detail: string) =>
  new AppError(validationFailed, detail, { errors: [{ in: 'body', pointer, message }] });
