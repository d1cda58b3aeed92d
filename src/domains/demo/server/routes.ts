import type { Account } from '#domains/participants/server/index.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import * as contract from '../contract.ts';

/** Serves the demo accounts. Outside demo mode the list is empty. */
export function mountDemo(
  mount: Mount<Account>,
  { demo, accounts }: { demo: boolean; accounts: readonly contract.DemoAccount[] },
): void {
  const answer = { demo, accounts: demo ? [...accounts] : [] };
  mount(contract.demoAccounts, async () => answer);
}
