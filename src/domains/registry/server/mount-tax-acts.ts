import type { Account } from '#domains/participants/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import { decideAppeal } from './appeals/decide-appeal.ts';
import { fileAppeal } from './appeals/file-appeal.ts';
import { listAppeals } from './appeals/list-appeals.ts';
import { withdrawAppeal } from './appeals/withdraw-appeal.ts';
import { correctBill } from './corrections/correct-bill.ts';
import { correctFacts } from './corrections/correct-facts.ts';
import { endExemption } from './exemptions/end-exemption.ts';
import { grantExemption } from './exemptions/grant-exemption.ts';
import type { Registry } from './open-registry.ts';
import { readTaxFile } from './read-tax-file.ts';
import { waiveCharges } from './waivers/waive-charges.ts';

/** Serves exemptions, appeals, corrections and waivers. */
export function mountTaxActs(mount: Mount<Account>, registry: Registry): void {
  mount(contract.grantExemption, ({ params, body, caller, idempotencyKey }) =>
    grantExemption(registry, caller, { propertyId: params.id, ...body }, idempotencyKey),
  );
  mount(contract.endExemption, ({ params, body, caller, idempotencyKey }) =>
    endExemption(registry, caller, { ...params, ...body }, idempotencyKey),
  );
  mount(contract.fileAppeal, ({ params, body, caller, idempotencyKey }) =>
    fileAppeal(registry, caller, { propertyId: params.id, ...body }, idempotencyKey),
  );
  mount(contract.withdrawAppeal, ({ params, caller, idempotencyKey }) =>
    withdrawAppeal(registry, caller, params.appealId, idempotencyKey),
  );
  mount(contract.decideAppeal, ({ params, body, caller, idempotencyKey }) =>
    decideAppeal(registry, caller, { ...params, ...body }, idempotencyKey),
  );
  mount(contract.listAppeals, ({ query }) => listAppeals(registry.database, query));
  mount(contract.correctProperty, ({ params, body, caller, idempotencyKey }) =>
    correctFacts(registry, caller, params.id, body, idempotencyKey),
  );
  mount(contract.correctBill, ({ params, body, caller, idempotencyKey }) =>
    correctBill(registry, caller, { ...params, ...body }, idempotencyKey),
  );
  mount(contract.waiveCharges, ({ params, body, caller, idempotencyKey }) =>
    waiveCharges(registry, caller, { ...params, ...body }, idempotencyKey),
  );
  mount(contract.readTaxFile, ({ params, caller }) => readTaxFile(registry, caller, params.id));
}
