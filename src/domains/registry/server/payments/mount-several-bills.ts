import type { Account } from '#domains/participants/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import * as contract from '../../contract.ts';
import { endAutopay, listAutopays, setAutopay } from '../autopay/set-autopay.ts';
import type { Registry } from '../open-registry.ts';
import { partsOfBills, partsOfProperties } from './choose-parts.ts';
import { lookUpBillPayment, lookUpPayment } from './look-up-payment.ts';
import { payBills, payProperties } from './pay-tax.ts';
import { previewPayment } from './preview-payment.ts';
import { listMethodFees, setMethodFees } from './set-method-fees.ts';

/** Serves payments for several bills, automatic ones, and the fees of the methods. */
export function mountSeveralBills(mount: Mount<Account>, registry: Registry): void {
  mount(contract.previewProperties, async ({ body, caller }) =>
    previewPayment(registry, await partsOfProperties(registry, caller, body.propertyIds), body.amount),
  );
  mount(contract.payProperties, ({ body, caller, idempotencyKey }) =>
    payProperties(registry, caller, body, idempotencyKey),
  );
  mount(contract.previewBills, async ({ body }) =>
    previewPayment(registry, await partsOfBills(registry, body.billNumbers), body.amount),
  );
  mount(contract.listAutopays, ({ query, caller }) => listAutopays(registry, caller, query));
  mount(contract.setAutopay, async ({ params, body, caller }) => ({
    autopay: await setAutopay(registry, caller, params.id, body),
  }));
  mount(contract.endAutopay, async ({ params, caller }) => {
    await endAutopay(registry, caller, params.id);
    return { ended: true as const };
  });
  mount(contract.listMethodFees, () => listMethodFees(registry));
  mount(contract.setMethodFees, ({ body, caller, idempotencyKey }) =>
    setMethodFees(registry, caller, body, idempotencyKey),
  );
  mount(contract.lookUpPayment, async ({ body, caller }) => ({
    answer: await lookUpPayment(registry, caller.id, body.key),
  }));
  mount(contract.lookUpBillPayment, async ({ params, body }) => ({
    answer: await lookUpBillPayment(registry, params.billNumber, body.key),
  }));
  mount(contract.payBills, ({ body, idempotencyKey }) => payBills(registry, body, idempotencyKey));
}
