import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listNeighborhoods, listProperties, municipalDashboard, readProperty } from '#domains/registry/contract.ts';
import type { CallInput } from '#platform/contract/route.ts';
import { call } from '#platform/web/api-client.ts';

export const dashboardQuery = queryOptions({
  queryKey: ['registry', 'dashboard'],
  queryFn: ({ signal }) => call(municipalDashboard, {}, { signal }),
});

export const neighborhoodsQuery = queryOptions({
  queryKey: ['registry', 'neighborhoods'],
  queryFn: ({ signal }) => call(listNeighborhoods, {}, { signal }),
});

export const propertiesQuery = (query: NonNullable<CallInput<typeof listProperties>['query']>) =>
  queryOptions({
    queryKey: ['registry', 'properties', query],
    queryFn: ({ signal }) => call(listProperties, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const propertyQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'property', id],
    queryFn: ({ signal }) => call(readProperty, { params: { id } }, { signal }),
  });
