import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { EditParticipantForm } from './edit-participant-form.tsx';
import { participantQuery } from './queries.ts';

/** Edits a participant's details. */
export default function EditParticipantDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const form = useId();
  const isSaving = useIsMutating() > 0;
  const { data, error, refetch } = useQuery(participantQuery(username));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      width="narrow"
      title={`Edit ${username}`}
      description="Username and role are part of the chain and can't be changed."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={data === undefined}
            busy={isSaving && 'Saving…'}
          >
            Save changes
          </Button>
        </>
      }
    >
      {data ? (
        <EditParticipantForm id={form} participant={data} onDone={onClose} />
      ) : error ? (
        <ErrorState title={`Couldn't load ${username}`} error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true">
          <SkeletonText lines={6} />
        </div>
      )}
    </Dialog>
  );
}
