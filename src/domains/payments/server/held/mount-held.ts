import type { Account } from '#domains/participants/server/index.ts';
import * as contract from '#domains/payments/contract.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import { assignHeld, returnHeld } from './decide-held.ts';
import type { Held } from './open-held.ts';
import { readHeld } from './show-held.ts';

/** Serves money in suspense that came by card, USDC or ETH. */
export function mountHeld(mount: Mount<Account>, held: Held): void {
  mount(contract.listHeldMoney, ({ query }) => readHeld(held.payments, query));
  mount(contract.assignHeldMoney, async ({ params, body, caller }) => ({
    money: await assignHeld(held, caller, params.heldId, body),
  }));
  mount(contract.returnHeldMoney, async ({ params, body, caller }) => ({
    money: await returnHeld(held, caller, params.heldId, body),
  }));
}
