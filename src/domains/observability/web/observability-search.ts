import { z } from 'zod';

export const tabs = ['overview', 'traces', 'routes', 'setup'] as const;
export const statuses = ['ok', 'failed', '2xx', '3xx', '4xx', '5xx'] as const;
export const leastMilliseconds = ['10', '50', '100', '500', '1000'] as const;
export const tracesOnPage = 20;

/** The search parameters of the observability page. Invalid ones are ignored. */
export const ObservabilitySearch = z.object({
  tab: z.enum(tabs).optional().catch(undefined),
  /** The open trace, by its id or the request's id. */
  trace: z.string().max(64).optional().catch(undefined),
  route: z.string().max(200).optional().catch(undefined),
  status: z.enum(statuses).optional().catch(undefined),
  min: z.enum(leastMilliseconds).optional().catch(undefined),
  page: z.coerce.number().int().min(1).max(1000).optional().catch(undefined),
});
export type ObservabilitySearch = z.infer<typeof ObservabilitySearch>;

export type TraceFilter = Pick<ObservabilitySearch, 'route' | 'status' | 'min' | 'page'>;

/** Returns the API query for a filter. */
export const queryOf = ({ route, status, min, page = 1 }: TraceFilter) => ({
  ...(route ? { route } : {}),
  ...(status ? { status } : {}),
  ...(min ? { minMilliseconds: Number(min) } : {}),
  page,
  limit: tracesOnPage,
});
