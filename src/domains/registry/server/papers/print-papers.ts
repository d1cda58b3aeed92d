import { timingSafeEqual } from 'node:crypto';
import { readBlocksAt } from '#domains/ledger/server/index.ts';
import { holds } from '#domains/participants/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import {
  isPayer,
  notPayer,
  type PayerCall,
  type PaymentRow,
  readFamily,
  subjectsOf,
} from '#domains/payments/server/index.ts';
import { canRunRegistry, noReceipt } from '#domains/registry/contract.ts';
import { AppError } from '#platform/contract/errors.ts';
import { countedNetwork } from '#platform/server/http/counted-network.ts';
import { RawAnswer } from '#platform/server/http/mount.ts';
import type { PdfContent } from '#platform/server/pdf/render-pdf.ts';
import { findOpenCode } from '../claims/claim-codes.ts';
import { refused } from '../claims/claim-property.ts';
import { hashOf, selectorOf } from '../claims/issue-code.ts';
import type { Registry } from '../open-registry.ts';
import { findProperties } from '../parcels/list-properties.ts';
import { readProperty } from '../parcels/read-property.ts';
import { noSuchPayment, PROPERTY_TAX } from '../payments/requirements.ts';
import { ownsOrSucceeds, readOwners } from '../rights/parties.ts';
import { requireBill, requireOwner } from '../taxes/read-bills.ts';
import { billPaper } from './bill-paper.ts';
import { claimLetter } from './claim-letter.ts';
import { extractPaper } from './extract-paper.ts';
import { receiptPaper } from './receipt-paper.ts';

/** The caller who requests a document. Requests are counted by account, or by the network of the address. */
export type Reader = {
  readonly signal: AbortSignal;
  readonly caller: Account | undefined;
  readonly ip: string;
};

/**
 * Prints a bill for an owner of its property, or for the government.
 *
 * @throws AppError `registry.bill_not_found`, `request.forbidden`, `server.unavailable`
 */
export async function printBill(
  registry: Registry,
  billNumber: string,
  reader: Reader & { readonly caller: Account },
): Promise<RawAnswer> {
  const bill = await requireBill(registry, billNumber);
  await requireOwner(registry, reader.caller, bill.propertyId);
  const [property] = await findProperties(registry.database, [bill.propertyId]);
  const address = property?.address ?? '';
  return print(
    registry,
    billPaper({ ...registry.city, bill, address, now: registry.clock() }),
    `bill-${billNumber}`,
    reader,
  );
}

/**
 * Prints the receipt of a payment for its payer, the owner of all that it paid, or the government.
 *
 * @throws AppError `payments.not_found`, `payments.payer_only`, `payments.no_receipt`, `server.unavailable`
 */
export async function printReceipt(
  registry: Registry,
  paymentId: string,
  reader: Reader & PayerCall,
): Promise<RawAnswer> {
  const { database } = registry;
  const [payment, ...later] = await readFamily(database, paymentId);
  if (payment === undefined || payment.kind !== PROPERTY_TAX) throw noSuchPayment(paymentId);
  await requirePayerOrOwner(registry, payment, reader);
  if (payment.state !== 'completed' || payment.settledIndex === null || payment.amountCents < 0)
    throw new AppError(noReceipt, `The payment ${paymentId} has no receipt.`, {
      hint: 'A receipt is available once the money has arrived.',
    });
  const [properties, [block]] = await Promise.all([
    findProperties(database, subjectsOf(payment)),
    readBlocksAt(database, [payment.settledIndex]),
  ]);
  if (block === undefined) throw new Error(`Broken invariant: block ${payment.settledIndex} settled a payment`);
  const addresses = new Map(properties.map((property) => [property.property_id, property.address]));
  return print(
    registry,
    receiptPaper({ ...registry.city, payment, later, addresses, block }),
    `receipt-${paymentId}`,
    reader,
  );
}

/** Requires the payer, an owner or the government, because a payment's id is public. For several properties, an owner must own part of each. */
async function requirePayerOrOwner(registry: Registry, payment: PaymentRow, reader: Reader & PayerCall): Promise<void> {
  const { caller } = reader;
  if (isPayer(payment, reader) || (caller !== undefined && holds(caller, canRunRegistry))) return;
  const owned = subjectsOf(payment).map(
    (id) => caller !== undefined && ownsOrSucceeds(registry.database, caller.id, id),
  );
  if (!(await Promise.all(owned)).every(Boolean)) throw notPayer(payment.paymentId);
}

/** @throws AppError `registry.property_not_found`, `server.unavailable` */
export async function printExtract(registry: Registry, propertyId: string, reader: Reader): Promise<RawAnswer> {
  const property = await readProperty(registry.database, propertyId);
  return print(
    registry,
    extractPaper({ ...registry.city, property, now: registry.clock() }),
    `extract-${propertyId}`,
    reader,
  );
}

/**
 * Prints the letter with an open code. A wrong code is not counted, because callers who may print could issue a new one.
 *
 * @throws AppError `registry.claim_refused`, `server.unavailable`
 */
export async function printClaimLetter(registry: Registry, code: string, reader: Reader): Promise<RawAnswer> {
  const { database, clock } = registry;
  const stored = await findOpenCode(database, selectorOf(code));
  if (stored === undefined || !timingSafeEqual(hashOf(code), stored.codeHash) || clock() > stored.expiresAt)
    throw refused();
  const { propertyId, holder, expiresAt } = stored;
  const [[property], [owner]] = await Promise.all([
    findProperties(database, [propertyId]),
    readOwners(database, [holder]),
  ]);
  const letter = claimLetter({
    ...registry.city,
    code: code.replaceAll(/(.{4})(?=.)/g, '$1-'),
    propertyId,
    address: property?.address ?? '',
    name: owner?.name,
    contact: owner?.contact,
    expiresAt,
    now: clock(),
  });
  return print(registry, letter, `claim-${propertyId}`, reader);
}

async function print({ papers }: Registry, content: PdfContent, name: string, { signal, caller, ip }: Reader) {
  const bytes = await papers.render(content, { signal, client: caller?.id ?? countedNetwork(ip) });
  return new RawAnswer(bytes, 'application/pdf', { 'content-disposition': `inline; filename="${name}.pdf"` });
}
