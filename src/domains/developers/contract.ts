import { callChain } from '#platform/contract/json-rpc.ts';

export * from './contract/capabilities.ts';

export const routes = [callChain] as const;
