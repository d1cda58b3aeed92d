import { capabilities } from '#domains/developers/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Domain } from '#platform/server/domain.ts';

/** Screens drawn from the contracts of the others: it has no routes of its own. */
export const developersDomain: Domain<unknown, Account> = { name: 'developers', capabilities, open: () => ({}) };
