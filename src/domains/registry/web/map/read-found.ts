import { queryOptions } from '@tanstack/react-query';
import { listProperties } from '#domains/registry/contract.ts';
import type { CallInput } from '#platform/contract/route.ts';
import { call } from '#platform/web/api-client.ts';

/** The maximum number of properties. More cannot be distinguished on a map, and each page is a request. */
const FOUND_MAX = 1000;
const PAGE = 200;

type Filters = Omit<NonNullable<CallInput<typeof listProperties>['query']>, 'page' | 'limit' | 'sortBy' | 'sortOrder'>;

/** Reads the ids of the properties that a text search finds, at most 1,000, and their total number. */
export const foundQuery = (filters: Filters) =>
  queryOptions({
    queryKey: ['registry', 'found', filters],
    queryFn: async ({ signal }) => {
      const ids: string[] = [];
      for (let page = 1; ; page += 1) {
        const { properties, pagination } = await call(
          listProperties,
          { query: { ...filters, page, limit: PAGE } },
          { signal },
        );
        ids.push(...properties.map(({ propertyId }) => propertyId));
        if (!pagination.hasNext || ids.length >= FOUND_MAX) return { ids, total: pagination.total };
      }
    },
  });
