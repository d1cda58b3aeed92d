import {
  createInvite,
  inviteNotFound,
  joinTeam,
  leaveTeam,
  lookUpInvite,
  readTeam,
  removeMember,
  revokeInvite,
} from '#domains/billing/contract.ts';
import type { Account } from '#domains/participants/server/index.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Mount } from '#platform/server/http/mount.ts';
import type { Billing } from '../billing.ts';
import { invite } from './invite.ts';
import { endInvite } from './invites.ts';
import { join, lookUp } from './join.ts';
import { leave, readTeamOf, remove } from './team.ts';

/** Serves the team of a paying account. */
export function mountTeam(mount: Mount<Account>, billing: Billing): void {
  const { database, clock } = billing;
  mount(readTeam, ({ caller }) => readTeamOf(billing, caller));
  mount(createInvite, ({ caller, body }) => invite(billing, caller, body));
  mount(revokeInvite, async ({ caller, params }) => {
    if (!(await endInvite(database, params.inviteId, caller.id, clock)))
      throw new AppError(inviteNotFound, 'Open invite not found among yours.');
    return { revoked: true as const };
  });
  mount(lookUpInvite, ({ body }) => lookUp(billing, body.token));
  mount(joinTeam, ({ caller, body }) => join(billing, caller, body.token));
  mount(leaveTeam, ({ caller }) => leave(billing, caller));
  mount(removeMember, ({ caller, params }) => remove(billing, caller, params.username));
}
