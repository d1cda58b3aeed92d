import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listPaymentMethods, listStoredCards, readPayment } from '#domains/payments/contract.ts';
import { payerKeyOf } from '#domains/payments/web/index.ts';
import {
  listAppeals,
  listAutopays,
  listBills,
  listDocuments,
  listLevies,
  listMethodFees,
  listNeighborhoods,
  listOwners,
  listPayments,
  listProperties,
  listRates,
  listRegistryPayments,
  municipalDashboard,
  previewBills,
  previewProperties,
  readBill,
  readLevy,
  readMap,
  readProperty,
  readTaxFile,
  residentProperties,
} from '#domains/registry/contract.ts';
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

export const ownersQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'owners', id],
    queryFn: ({ signal }) => call(listOwners, { params: { id } }, { signal }),
  });

const PAYMENTS_PAGE = 50;

export const paymentsQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: ['registry', 'payments', id, page],
    queryFn: ({ signal }) => call(listPayments, { params: { id }, query: { page, limit: PAYMENTS_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The payments for a property that have not arrived. */
export const pendingPaymentsOf = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'payments', id, 'pending'],
    queryFn: ({ signal }) => call(listPayments, { params: { id }, query: { status: 'pending' } }, { signal }),
  });

export const residentQuery = (id: string, page = 1) =>
  queryOptions({
    queryKey: ['registry', 'resident', id, page],
    queryFn: ({ signal }) => call(residentProperties, { params: { id }, query: { page } }, { signal }),
    placeholderData: (previous, query) => (query?.queryKey[2] === id ? previous : undefined),
  });

/** One property of a resident, whichever page lists it. Empty if the resident owns no part of it. */
export const ownedPropertyQuery = (id: string, property: string) =>
  queryOptions({
    queryKey: ['registry', 'resident', id, 'of', property],
    queryFn: ({ signal }) => call(residentProperties, { params: { id }, query: { property } }, { signal }),
  });

export const billsQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'bills', id],
    queryFn: ({ signal }) => call(listBills, { params: { id } }, { signal }),
  });

export const billQuery = (billNumber: string) =>
  queryOptions({
    queryKey: ['registry', 'bill', billNumber],
    queryFn: ({ signal }) => call(readBill, { params: { billNumber } }, { signal }),
  });

export const paymentMethodsQuery = queryOptions({
  queryKey: ['payments', 'methods'],
  queryFn: ({ signal }) => call(listPaymentMethods, {}, { signal }),
  staleTime: 300_000,
});

export const paymentQuery = (paymentId: string) =>
  queryOptions({
    queryKey: ['registry', 'payment', paymentId],
    queryFn: ({ signal }) => call(readPayment, { params: { paymentId } }, { signal, secret: payerKeyOf(paymentId) }),
  });

/** A page of the payments that a person confirms. Cards and digital currency follow their provider or chain. */
export const pendingTransfersQuery = (page: number) =>
  queryOptions({
    queryKey: ['registry', 'pending-payments', page],
    queryFn: ({ signal }) =>
      call(
        listRegistryPayments,
        { query: { status: 'pending', method: 'bank', page, limit: PAYMENTS_PAGE } },
        { signal },
      ),
  });

/** The levies. A running one is refetched until it ends. */
export const leviesQuery = queryOptions({
  queryKey: ['registry', 'levies'],
  queryFn: ({ signal }) => call(listLevies, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.levies.some((levy) => levy.state === 'running') ? 700 : false),
});

export const levyQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'levies', id],
    queryFn: ({ signal }) => call(readLevy, { params: { id } }, { signal }),
  });

/** The recorded document with a hash, if there is one. */
export const documentQuery = (id: string, sha256: string) =>
  queryOptions({
    queryKey: ['registry', 'document', id, sha256],
    queryFn: ({ signal }) => call(listDocuments, { params: { id }, query: { sha256 } }, { signal }),
  });

export const ratesQuery = queryOptions({
  queryKey: ['registry', 'rates'],
  queryFn: ({ signal }) => call(listRates, {}, { signal }),
});

export const autopaysQuery = (page: number) =>
  queryOptions({
    queryKey: ['registry', 'autopays', page],
    queryFn: ({ signal }) => call(listAutopays, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The stored cards. A pending one is refetched, because its owner enters it on another page. */
export const storedCardsQuery = queryOptions({
  queryKey: ['registry', 'stored-cards'],
  queryFn: ({ signal }) => call(listStoredCards, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.cards.some((card) => card.state === 'pending') ? 5000 : false),
});

export const methodFeesQuery = queryOptions({
  queryKey: ['registry', 'method-fees'],
  queryFn: ({ signal }) => call(listMethodFees, {}, { signal }),
});

export const mapQuery = queryOptions({
  queryKey: ['registry', 'map'],
  queryFn: ({ signal }) => call(readMap, {}, { signal }),
});

/** The preview of a payment for several properties, or for several bills by number. */
export const previewQuery = (
  chosen: { readonly propertyIds: string[] } | { readonly billNumbers: string[] },
  amount: number | undefined,
) =>
  queryOptions({
    queryKey: ['registry', 'preview', chosen, amount],
    queryFn: ({ signal }) => {
      const own = amount === undefined ? {} : { amount };
      return 'propertyIds' in chosen
        ? call(previewProperties, { body: { ...chosen, ...own } }, { signal })
        : call(previewBills, { body: { ...chosen, ...own } }, { signal });
    },
    placeholderData: keepPreviousData,
  });

export const taxFileQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'tax-file', id],
    queryFn: ({ signal }) => call(readTaxFile, { params: { id } }, { signal }),
  });

export const appealsQuery = (query: NonNullable<CallInput<typeof listAppeals>['query']>) =>
  queryOptions({
    queryKey: ['registry', 'appeals', query],
    queryFn: ({ signal }) => call(listAppeals, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
