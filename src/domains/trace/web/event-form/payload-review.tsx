import { useQuery } from '@tanstack/react-query';
import { participantsList, type User } from '#domains/participants/contract.ts';
import type { AddEventRequest } from '#domains/trace/contract.ts';
import { call } from '#platform/web/api-client.ts';
import { JsonViewer } from '#platform/web/ui/value/json-viewer.tsx';
import { blockDataOf } from './block-data.ts';

export type PayloadReviewProps = { user: User; request: AddEventRequest };

/** A live preview of the exact block, because a recorded event is permanent. */
export function PayloadReview({ user, request }: PayloadReviewProps) {
  return (
    <details className="group">
      <summary className="min-h-6 rounded-6 text-13 font-medium text-accent-ink">Review what will be recorded</summary>
      <div className="mt-2">
        <BlockData user={user} request={request} />
      </div>
    </details>
  );
}

/** The data of the block as it will be hashed. */
export function BlockData({ user, request }: PayloadReviewProps) {
  const role = useRole(user, request.user);
  const valid = canBeWritten(request);
  return (
    <>
      <p className="mb-2 text-13 text-muted">
        Once recorded it cannot be changed, only corrected by a later event.
        {role === undefined ? ' The server adds the role of the participant.' : ''}
      </p>
      {valid ? (
        <JsonViewer label="What will be recorded" value={blockDataOf(request, user, role)} />
      ) : (
        <p className="text-13 text-muted">
          The metadata can't be recorded: it has a number that is too large, or invalid text.
        </p>
      )}
    </>
  );
}

function canBeWritten(request: AddEventRequest): boolean {
  try {
    blockDataOf(request, { username: '', administrator: false }, undefined);
    return true;
  } catch {
    return false;
  }
}

/** Returns the role for the block: the user's own, or that of the participant. */
function useRole(user: User, participant: string): string | undefined {
  const other = participant !== '' && participant !== user.username;
  const { data } = useQuery({
    queryKey: ['participants', 'role', participant],
    queryFn: async ({ signal }) => {
      const found = await call(participantsList, { query: { search: participant, limit: 20 } }, { signal });
      return found.find(({ username }) => username === participant)?.role ?? null;
    },
    enabled: other,
    retry: false,
  });
  return other ? (data ?? undefined) : user.role;
}
