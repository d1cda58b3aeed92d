import { type AdministeredAccount, listAccounts } from '#domains/participants/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { saveAllPages } from '#platform/web/save-all-pages.ts';
import type { AdminSearch } from './admin-search.ts';

const rowsMax = 5000;
const pageLimit = 100;

/** Saves all filtered accounts as CSV. Beyond 5,000 rows, the file is truncated with a notice. */
export const exportAccounts = ({ search, role, status, administrator, auditor }: AdminSearch): Promise<void> =>
  saveAllPages({
    what: 'accounts',
    rowsMax,
    read: async (page) => {
      const query = { search, role, status, administrator, auditor, page, limit: pageLimit };
      const { accounts, pagination } = await call(listAccounts, { query });
      return { rows: accounts, total: pagination.total, hasNext: pagination.hasNext };
    },
    header,
    rowOf,
    cutNote: `: an export has at most ${formatCount(rowsMax)}. Narrow the filters for the rest.`,
  });

const header = [
  'Account',
  'Display name',
  'Email',
  'Role',
  'Administrator',
  'Auditor',
  'Status',
  'Sessions',
  'Last seen',
  'Joined',
];

function rowOf(account: AdministeredAccount): (string | number)[] {
  const { username, displayName, email, role, status, sessions, lastSeenAt, createdAt } = account;
  const marks = [account.administrator, account.auditor].map((mark) => (mark ? 'yes' : 'no'));
  return [username, displayName ?? '', email ?? '', role, ...marks, status, sessions, lastSeenAt ?? '', createdAt];
}
