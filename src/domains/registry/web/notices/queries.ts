import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listLetters, readNoticeSchedule } from '#domains/registry/contract/notice-schedule.ts';
import { listNotices, readMailSettings } from '#domains/registry/contract/notices.ts';
import { call } from '#platform/web/api-client.ts';

export const PAGE_NOTICES = 20;
const WATCH_MILLISECONDS = 60_000;

export const noticesQuery = (page: number) =>
  queryOptions({
    queryKey: ['registry', 'notices', page],
    queryFn: ({ signal }) => call(listNotices, { query: { page, limit: PAGE_NOTICES } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The number of unread notices of the account, refetched every minute. */
export const unreadQuery = queryOptions({
  queryKey: ['registry', 'notices', 'unread'],
  queryFn: async ({ signal }) => (await call(listNotices, { query: { limit: 1 } }, { signal })).unread,
  refetchInterval: WATCH_MILLISECONDS,
});

export const mailSettingsQuery = queryOptions({
  queryKey: ['mail-settings'],
  queryFn: ({ signal }) => call(readMailSettings, {}, { signal }),
});

export const scheduleQuery = queryOptions({
  queryKey: ['notice-schedule'],
  queryFn: ({ signal }) => call(readNoticeSchedule, {}, { signal }),
});

export const lettersQuery = (page: number) =>
  queryOptions({
    queryKey: ['letters', page],
    queryFn: ({ signal }) => call(listLetters, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });
