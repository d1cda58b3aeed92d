import { useQuery, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endSession, type SessionEntry } from '#domains/participants/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonRows } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { sessionsQuery } from './queries.ts';

/** The user's sessions, which can be ended. */
export function OwnSessions() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['profile'] });
  const onError = ({ message }: Error) => {
    showToast({ title: "Couldn't end the session", description: message, tone: 'failure' });
    refresh();
  };
  const one = useCallMutation(endSession, { onSuccess: refresh, onError });
  const others = useCallMutation(endOtherSessions, {
    onError,
    onSuccess: ({ endedSessions }) => {
      refresh();
      showToast({
        title: `${formatCounted(endedSessions, 'session')} ended`,
        tone: 'success',
      });
    },
  });
  const sessions = data?.sessions;
  return (
    <Card
      title="Sessions"
      description="Where you are signed in. A session ends a week after its last use."
      flush
      action={
        sessions && sessions.length > 1 ? (
          <Button size="small" busy={others.isPending && 'Ending…'} onClick={() => others.mutate({})}>
            End all other sessions
          </Button>
        ) : null
      }
    >
      {error && !data ? (
        <ErrorState title="Couldn't load your sessions" error={error} onRetry={() => void refetch()} />
      ) : sessions === undefined ? (
        <div aria-busy="true" className="px-5">
          <SkeletonRows rows={2} />
        </div>
      ) : (
        <ul aria-label="Sessions" className="max-h-96 divide-y divide-line overflow-y-auto border-t border-line">
          {sessions.map((session) => (
            <SessionLine
              key={session.id}
              session={session}
              busy={one.isPending && one.variables.params.id === session.id}
              onEnd={() => one.mutate({ params: { id: session.id } })}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

function SessionLine({ session, busy, onEnd }: { session: SessionEntry; busy: boolean; onEnd: () => void }) {
  const { device, address, createdAt, lastSeenAt, current } = session;
  return (
    <li className="flex items-center gap-4 px-5 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {device}
          {current ? <Badge tone="green">current</Badge> : null}
        </p>
        <p className="text-13 text-muted">
          <span className="font-mono text-12">{address}</span> · since <Time at={createdAt} /> · last seen{' '}
          <Time at={lastSeenAt} />
        </p>
      </div>
      {current ? null : (
        <Button size="small" busy={busy && 'Ending…'} aria-label={`End the session of ${device}`} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  );
}
