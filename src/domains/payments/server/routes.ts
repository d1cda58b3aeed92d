import type { Account } from '#domains/participants/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';
import type { Payments } from './open-payments.ts';

/** Serves what belongs to the methods of payment, whatever is paid for. */
export function mountPayments(mount: Mount<Account>, payments: Payments): void {
  mount(contract.listPaymentMethods, async () => ({ methods: await payments.options() }));
}
