import { capabilities, routes } from '#domains/developers/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import type { Domain } from '#platform/server/domain.ts';
import { createAnswerJsonRpc } from '#platform/server/evm/answer-json-rpc.ts';
import type { Chain } from '#platform/server/evm/open-chain.ts';
import type { Log } from '#platform/server/log.ts';
import { mountDevelopers } from './routes.ts';

/** Its screens are generated from other domains' contracts. Its one route is the door to the chain for programs. */
export const developersDomain: Domain<{ chain: Chain; log: Log }, Account> = {
  name: 'developers',
  capabilities,
  routes,
  open: ({ chain, log }) => ({ mount: (mount) => mountDevelopers(mount, createAnswerJsonRpc(chain, log)) }),
};
