import { paginate } from '#platform/contract/pagination.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import * as contract from '../../contract.ts';
import { findByUsername } from '../accounts.ts';
import type { Participants } from '../open-participants.ts';
import type { SignedIn } from '../sessions.ts';
import { listAdminLog } from './admin-log.ts';
import { listAdministered } from './administered-accounts.ts';
import { changeAccount } from './change-account.ts';
import { confirmIdentifier } from './confirm-identifier.ts';
import { countAccounts } from './count-accounts.ts';
import { readAdministered } from './read-administered.ts';
import { removeFactors } from './remove-factors.ts';
import { endSessionsOf, makeResetLink } from './take-over.ts';

/** Serves administration: totals for the role other, read access for auditors, changes for administrators. */
export function mountAdministration(mount: Mount<SignedIn>, participants: Participants): void {
  const { database, clock } = participants;
  const seesEmails = (caller: SignedIn) => contract.holds(caller, contract.canAdminister);
  mount(contract.administrationTotals, () => countAccounts(database, clock()));
  mount(contract.listAccounts, async ({ caller, query: { page, limit, ...filter } }) => {
    const options = { page, limit, now: clock(), emails: seesEmails(caller) };
    const { accounts, total } = await listAdministered(database, filter, options);
    return { accounts, pagination: paginate({ total, page, limit }) };
  });
  mount(contract.readAccount, ({ caller, params }) =>
    readAdministered(database, params.id, { now: clock(), emails: seesEmails(caller) }),
  );
  mount(contract.changeAccount, ({ caller, params, body, ip, userAgent }) =>
    changeAccount(participants, caller, params.id, body, { ip, userAgent }),
  );
  mount(contract.confirmIdentifier, ({ caller, params, body, ip }) =>
    confirmIdentifier(participants, caller, params.id, body, ip),
  );
  mount(contract.endSessionsOf, ({ caller, params, ip, userAgent }) =>
    endSessionsOf(participants, caller, params.id, { ip, userAgent }),
  );
  mount(contract.makeResetLink, ({ caller, params, ip, userAgent }) =>
    makeResetLink(participants, caller, params.id, { ip, userAgent }),
  );
  mount(contract.removeFactors, ({ caller, params, ip, userAgent }) =>
    removeFactors(participants, caller, params.id, { ip, userAgent }),
  );
  mount(contract.adminLog, async ({ query: { account, page, limit } }) => {
    const accountId = account ? (await findByUsername(database, account))?.account.id : undefined;
    if (account && accountId === undefined) return { entries: [], pagination: paginate({ total: 0, page, limit }) };
    const { entries, ...count } = await listAdminLog(database, { accountId, page, limit });
    return { entries, pagination: paginate({ ...count, page, limit }) };
  });
}
