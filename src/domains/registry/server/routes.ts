import type { Account } from '#domains/participants/server/index.ts';
import { type Mount, RawAnswer } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import { assessProperty } from './assessments/assess-property.ts';
import { claimProperty } from './claims/claim-property.ts';
import { eraseOwner } from './claims/erase-owner.ts';
import { issueCode } from './claims/issue-code.ts';
import { listDocuments } from './documents/list-documents.ts';
import { recordDocument } from './documents/record-document.ts';
import { mountMap } from './map/mount-map.ts';
import { mountTaxActs } from './mount-tax-acts.ts';
import type { Registry } from './open-registry.ts';
import { printBill, printClaimLetter, printExtract, printReceipt } from './papers/print-papers.ts';
import { exportRoll } from './parcels/export-roll.ts';
import { importRoll } from './parcels/import-roll.ts';
import { listNeighborhoods, listProperties } from './parcels/list-properties.ts';
import { mergeParcels } from './parcels/merge-parcels.ts';
import { readProperty } from './parcels/read-property.ts';
import { splitParcel } from './parcels/split-parcel.ts';
import { summarizeProperties } from './parcels/summarize-properties.ts';
import { confirm, fail, readAllPayments, readPaymentsOf } from './payments/decide-payment.ts';
import { mountSeveralBills } from './payments/mount-several-bills.ts';
import { payBill, payProperty } from './payments/pay-tax.ts';
import { refundPayment } from './payments/refund-payment.ts';
import { reverse } from './payments/reverse-by-hand.ts';
import { readResident } from './portal/read-resident.ts';
import { readDashboard } from './read-dashboard.ts';
import { listOwners } from './rights/list-owners.ts';
import { transferTitle } from './rights/transfer-title.ts';
import { listRates } from './taxes/bills.ts';
import { listLevies, readLevy, readRejections } from './taxes/levy-jobs/levy-jobs.ts';
import type { LevyJobs } from './taxes/levy-jobs/levy-roll.ts';
import { levyTaxes } from './taxes/levy-taxes.ts';
import { previewRates } from './taxes/preview-rates.ts';
import { readBillsOf, readBillTotal } from './taxes/read-bills.ts';
import { setRates } from './taxes/set-rates.ts';

/** The content of a tile's version never changes, except that it may be newer. */
const PERMANENT = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Serves the property registry. */
export function mountRegistry(mount: Mount<Account>, registry: Registry, levies: LevyJobs): void {
  const { database, map } = registry;
  mountTaxActs(mount, registry);
  mountMap(mount, registry);
  mount(contract.municipalDashboard, () => readDashboard(registry));
  mount(contract.listProperties, ({ query }) => listProperties(database, query));
  mount(contract.summarizeProperties, ({ query }) => summarizeProperties(database, query));
  mount(contract.listNeighborhoods, async () => ({ neighborhoods: await listNeighborhoods(database) }));
  mount(contract.readProperty, ({ params }) => readProperty(database, params.id));
  mount(contract.readMap, () => map.readOverview());
  mount(contract.readMapTile, async ({ params, query }) => {
    const { bytes, version } = await map.readTile(params);
    const headers = query.version === version ? PERMANENT : {};
    return new RawAnswer(bytes, contract.readMapTile.responseType, headers);
  });
  mount(contract.listOwners, async ({ params }) => ({ owners: await listOwners(database, params.id) }));
  mount(contract.issueClaimCode, ({ params, body, caller }) => issueCode(registry, caller, params.id, body.holder));
  mount(contract.eraseOwner, ({ params }) => eraseOwner(registry, params.holder));
  mount(contract.printClaimLetter, (call) => printClaimLetter(registry, call.body.code, call));
  mount(contract.claimProperty, ({ body, caller }) => claimProperty(registry, caller, body.code));
  mount(contract.residentProperties, ({ params, query, caller }) => readResident(database, caller, params.id, query));
  mount(contract.importRoll, async ({ body, caller }) => ({
    results: await importRoll(registry, caller, body.parcels),
  }));
  mount(contract.assessProperty, ({ params, body, caller, idempotencyKey }) =>
    assessProperty(registry, caller, { propertyId: params.id, ...body }, idempotencyKey),
  );
  mount(contract.transferTitle, ({ params, body, caller, idempotencyKey }) =>
    transferTitle(registry, caller, { propertyId: params.id, ...body }, idempotencyKey),
  );
  mount(contract.splitProperty, ({ params, body, caller, idempotencyKey }) =>
    splitParcel(registry, caller, params.id, body.into, idempotencyKey),
  );
  mount(contract.mergeProperties, ({ body, caller, idempotencyKey }) =>
    mergeParcels(registry, caller, body.propertyIds, body.into, idempotencyKey),
  );
  mount(contract.listPayments, ({ params, query }) => readPaymentsOf(registry, params.id, query));
  mount(contract.listBills, ({ params, caller }) => readBillsOf(registry, caller, params.id));
  mount(contract.readBill, ({ params }) => readBillTotal(registry, params.billNumber));
  mount(contract.readBillPdf, (call) => printBill(registry, call.params.billNumber, call));
  mount(contract.readReceipt, (call) => printReceipt(registry, call.params.paymentId, call));
  mount(contract.readExtract, (call) => printExtract(registry, call.params.id, call));
  mount(contract.payProperty, ({ params, body, caller, idempotencyKey }) =>
    payProperty(registry, caller, params.propertyId, body, idempotencyKey),
  );
  mount(contract.payBill, ({ params, body, idempotencyKey }) =>
    payBill(registry, params.billNumber, body, idempotencyKey),
  );
  mount(contract.exportRoll, ({ query }) => exportRoll(database, query));
  mount(contract.listRates, async () => {
    const { rates, total } = await listRates(database, contract.RATE_YEARS_MAX);
    return { rates: rates.map(({ rates: own, ...of }) => ({ ...own, ...of })), total };
  });
  mount(contract.listDocuments, ({ params, query }) => listDocuments(database, params.id, query));
  mount(contract.previewRates, async ({ body }) => previewRates(body, Date.now(), registry.timeZone));
  mount(contract.setRates, ({ body, caller, idempotencyKey }) => setRates(registry, caller, body, idempotencyKey));
  mount(contract.levyTaxes, ({ body, caller }) => levyTaxes(registry, caller, body));
  mount(contract.startLevy, ({ body, caller }) => levies.start(caller, body));
  mount(contract.listLevies, async () => ({ levies: await listLevies(database) }));
  mount(contract.readLevy, async ({ params }) => ({
    levy: await readLevy(database, params.id),
    rejections: await readRejections(database, params.id),
  }));
  mount(contract.cancelLevy, ({ params }) => levies.cancel(params.id));
  mount(contract.listRegistryPayments, ({ query }) => readAllPayments(registry, query));
  mount(contract.confirmPayment, ({ params, body, caller }) => confirm(registry, caller, params.paymentId, body));
  mount(contract.failPayment, ({ params, body, caller }) => fail(registry, caller, params.paymentId, body.reason));
  mount(contract.reversePayment, ({ params, body, caller }) =>
    reverse(registry, caller, params.paymentId, body.reason),
  );
  mount(contract.refundPayment, ({ params, body, caller, idempotencyKey }) =>
    refundPayment(registry, caller, params.paymentId, body, idempotencyKey),
  );
  mountSeveralBills(mount, registry);
  mount(contract.recordDocument, ({ params, body, caller, idempotencyKey }) =>
    recordDocument(registry, caller, { propertyId: params.id, ...body }, idempotencyKey),
  );
}
