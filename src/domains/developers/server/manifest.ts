import { capabilities } from '#domains/developers/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Domain } from '#platform/server/domain.ts';

/** Its screens are generated from other domains' contracts, so it has no routes. */
export const developersDomain: Domain<unknown, Account> = { name: 'developers', capabilities, open: () => ({}) };
