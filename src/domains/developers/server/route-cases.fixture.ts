import { everyone, type RouteCase } from '#tests/support/route-cases/route-case.ts';

const request = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] };

/** Route cases of developers. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  'POST /rpc': {
    allowed: everyone,
    good: () => ({ body: request }),
    invalid: [
      { body: { ...request, jsonrpc: '1.0' }, pointer: '' },
      { body: { ...request, method: 7 }, pointer: '' },
      { body: { ...request, params: {} }, pointer: '' },
      { body: [], pointer: '' },
      { body: Array.from({ length: 21 }, () => request), pointer: '' },
    ],
  },
};
