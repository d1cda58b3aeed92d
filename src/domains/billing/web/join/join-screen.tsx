import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { INVITE_DAYS, inviteNotFound, joinTeam, lookUpInvite } from '#domains/billing/contract/team.ts';
import { askToSignIn, useSession } from '#domains/participants/web/index.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { Button, buttonClass } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { EmptyState } from '#platform/web/ui/feedback/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { PageHeader } from '#platform/web/ui/layout/page-header.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';

const inviteQuery = (token: string) =>
  queryOptions({
    queryKey: ['billing', 'invite', token],
    queryFn: ({ signal }) => call(lookUpInvite, { body: { token } }, { signal }),
    retry: false,
    staleTime: Infinity,
  });

/** The page of an invite link. It asks for confirmation, and shows which account joins. */
export function JoinScreen({ token }: { token: string }) {
  return (
    <div className="page-width">
      <title>Join a team · Cairn</title>
      <PageHeader title="Join a team" subtitle="A Cairn user has invited you." />
      {/^[\w-]{43}$/.test(token) ? (
        <OpenInvite token={token} />
      ) : (
        <EmptyState title="This link is not complete" description="Open the whole link that you received." />
      )}
    </div>
  );
}

function OpenInvite({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const { data, error, isPending, isFetching, refetch } = useQuery(inviteQuery(token));
  const joining = useCallMutation(joinTeam, {
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: ['billing'], predicate: ({ queryKey }) => queryKey[1] !== 'invite' }),
  });
  if (joining.isSuccess)
    return (
      <Card title={`You are in the team of ${joining.data.payer}`}>
        <Link to="/dashboard" className={buttonClass()}>
          Open the Dashboard
        </Link>
      </Card>
    );
  if (error)
    return error instanceof ApiError && error.code === inviteNotFound.code ? (
      <EmptyState
        title="This link is no longer valid"
        description={`An invite can be used once, within ${INVITE_DAYS} days, and may be revoked. Ask the person who invited you for a new one.`}
        action={
          <Link to="/dashboard" className={buttonClass()}>
            Open the Dashboard
          </Link>
        }
      />
    ) : (
      <ErrorState title="Couldn't open the invite" error={error} retrying={isFetching} onRetry={() => void refetch()} />
    );
  if (isPending) return <Card title="Invite">Opening the invite…</Card>;
  return (
    <Card title={`${data.invitedBy} invites you`} description={aboutKind(data.kind, data.invitedBy)}>
      <div className="flex flex-col items-start gap-4">
        {joining.error ? (
          <Banner kind="failure">{[joining.error.message, joining.error.hint].filter(Boolean).join(' ')}</Banner>
        ) : null}
        {user === null ? (
          <div className="flex flex-wrap gap-3">
            <Button variant="primary" onClick={() => askToSignIn('create account')}>
              Create Account
            </Button>
            <Button onClick={() => askToSignIn()}>Sign In</Button>
          </div>
        ) : (
          <Button
            variant="primary"
            busy={joining.isPending && 'Joining…'}
            onClick={() => joining.mutate({ body: { token } })}
          >
            Join as {user.username}
          </Button>
        )}
      </div>
    </Card>
  );
}

const aboutKind = (kind: 'managed' | 'member', payer: string): string =>
  kind === 'managed'
    ? `${payer} pays for you, may record events for you, and may edit your details. You can leave at any time.`
    : `${payer} pays for you. Your account stays your own, and you can leave at any time.`;
