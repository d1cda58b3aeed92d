import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteAllConversations } from '#domains/assistant/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { refreshConversations } from './queries.ts';

/** Deletes every conversation of the account, after confirmation. */
export function DeleteAll({ onDeleted }: { onDeleted: () => void }) {
  const [open, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const removal = useCallMutation(deleteAllConversations);
  const remove = () =>
    removal.mutate(
      {},
      {
        onSuccess: () => {
          setOpen(false);
          refreshConversations(queryClient);
          onDeleted();
        },
        onError: (error) =>
          showToast({ title: "Couldn't delete the conversations", description: error.message, tone: 'failure' }),
      },
    );
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      width="narrow"
      title="Delete all conversations?"
      description="This can't be undone. Nothing on the chain is deleted."
      trigger={
        <Button variant="quiet" size="small" className="self-start">
          Delete all
        </Button>
      }
      footer={
        <>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          <Button variant="danger" busy={removal.isPending && 'Deleting...'} onClick={remove}>
            Delete all
          </Button>
        </>
      }
    />
  );
}
