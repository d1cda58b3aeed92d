import { capabilities } from '#domains/developers/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Domain } from '#platform/server/domain.ts';

/** Its screens are generated from other domains' contracts. */
export const developersDomain: Domain<object, Account> = { name: 'developers', capabilities, open: () => ({}) };
