import { health } from '#domains/observability/contract.ts';
import {
  auditors,
  elsewhere,
  everyone,
  pages,
  query,
  type RouteCase,
  type World,
} from '#tests/support/route-cases/route-case.ts';

/** Returns the trace id of a new request, which is the request's id. */
async function someTraceId({ server }: World): Promise<string> {
  const { headers } = await server.call(health, {});
  return String(headers['traceresponse']).split('-')[1] ?? '';
}

/** Route cases of observability. */
export const routeCases: Readonly<Record<string, RouteCase>> = {
  'GET /api/health': { allowed: everyone, good: () => ({}), refusals: elsewhere('server.unavailable') },
  'GET /api/observability/status': { allowed: auditors, good: () => ({}) },
  'GET /api/observability/traces': {
    allowed: auditors,
    good: () => ({ query: { route: '/api', status: '2xx', minMilliseconds: 0, limit: 5 } }),
    invalid: [
      ...pages,
      query('route', ''),
      query('status', 'green'),
      query('minMilliseconds', -1),
      query('minMilliseconds', 'x'),
      query('traceId', 'abc'),
    ],
  },
  'GET /api/observability/traces/{traceId}': {
    allowed: auditors,
    good: async (world) => ({ params: { traceId: await someTraceId(world) } }),
    invalid: [
      { params: { traceId: 'abc' }, pointer: '/traceId' },
      { params: { traceId: 'g'.repeat(32) }, pointer: '/traceId' },
    ],
    refusals: [{ code: 'observability.trace_not_found', provoke: () => ({ params: { traceId: 'f'.repeat(32) } }) }],
  },
  'POST /api/observability/demo': {
    allowed: auditors,
    good: () => ({}),
    refusals: elsewhere('observability.demo_running'),
  },
};
