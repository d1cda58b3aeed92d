import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { listConversations, readConversation } from '#domains/assistant/contract.ts';
import { call } from '#platform/web/api-client.ts';

const PAGE = 30;

/** A page of the user's conversations. */
export const conversationsQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: ['conversations', search, page],
    queryFn: ({ signal }) =>
      call(listConversations, { query: { ...(search === '' ? {} : { search }), page, limit: PAGE } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One conversation as it was when opened. The screen keeps later turns itself. */
export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['conversation', id],
    queryFn: ({ signal }) => call(readConversation, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const refreshConversations = (queryClient: QueryClient) =>
  void queryClient.invalidateQueries({ queryKey: ['conversations'] });
