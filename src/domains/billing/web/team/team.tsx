import { useQuery, useQueryClient } from '@tanstack/react-query';
import { removeMember, revokeInvite } from '#domains/billing/contract.ts';
import type { User } from '#domains/participants/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { refreshBilling, teamQuery } from '../queries.ts';
import { InviteDialog } from './invite-dialog.tsx';
import { LeaveTeam } from './leave-team.tsx';

const kinds = { payer: 'Pays', member: 'Member', managed: 'Managed' } as const;

/** The accounts that the subscription counts as users, and the open invites. Only the account that pays may change them. */
export function Team({ user }: { user: User }) {
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(teamQuery);
  const options = (title: string) => ({
    onSuccess: () => showToast({ tone: 'success' as const, title }),
    onError: ({ message }: Error) =>
      showToast({ tone: 'failure', title: 'Nothing Changed in Your Team', description: message }),
    onSettled: () => refreshBilling(queryClient),
  });
  const remove = useCallMutation(removeMember, options('Removed from Your Team'));
  const revoke = useCallMutation(revokeInvite, options('Invite Revoked'));
  if (error && !data)
    return (
      <ErrorState title="Couldn't load your team" error={error} retrying={isFetching} onRetry={() => void refetch()} />
    );
  const pays = data?.payer === user.username;
  return (
    <Card
      title="Team"
      description={
        data && `${formatCounted(data.seats, 'user')}. ${pays ? 'You pay for them.' : `${data.payer} pays.`}`
      }
      action={data === undefined ? null : pays ? <InviteDialog mails={data.mails} /> : <LeaveTeam />}
    >
      {data === undefined ? (
        <SkeletonText lines={4} />
      ) : (
        <div className="relative max-h-96 overflow-y-auto">
          <ul aria-label="Members" className="divide-y divide-line">
            {data.members.map(({ username, kind, active }) => (
              <li
                key={username}
                className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5"
              >
                <span className="min-w-0 font-medium wrap-anywhere">{username}</span>
                <span className="flex items-center gap-2">
                  {active ? null : <Badge>Inactive</Badge>}
                  <span className="text-13 text-muted">{kinds[kind]}</span>
                  {pays && kind !== 'payer' ? (
                    <Button
                      size="small"
                      busy={remove.isPending && remove.variables.params.username === username && 'Removing…'}
                      onClick={() => remove.mutate({ params: { username }, body: {} })}
                    >
                      Remove<span className="sr-only"> {username}</span>
                    </Button>
                  ) : null}
                </span>
              </li>
            ))}
          </ul>
          {data.invites.length === 0 ? null : (
            <>
              <h3 className="mt-4 mb-1 text-13 font-semibold">Open invites</h3>
              <ul aria-label="Open invites" className="divide-y divide-line">
                {data.invites.map(({ id, kind, email, expiresAt }) => (
                  <li key={id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1.5">
                    <span className="min-w-0">
                      <span className="wrap-anywhere">{email ?? 'By link'}</span>
                      <span className="block text-13 text-muted">
                        {kinds[kind]}, until <Time at={expiresAt} format="day" />
                      </span>
                    </span>
                    <Button
                      size="small"
                      busy={revoke.isPending && revoke.variables.params.inviteId === id && 'Revoking…'}
                      onClick={() => revoke.mutate({ params: { inviteId: id }, body: {} })}
                    >
                      Revoke<span className="sr-only"> the invite of {email ?? 'a link'}</span>
                    </Button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </Card>
  );
}
