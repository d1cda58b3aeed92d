import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { type Conversation, renameConversation } from '#domains/assistant/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { refreshConversations } from './queries.ts';

/** Gives a conversation another title. */
export function RenameDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const form = useId();
  const queryClient = useQueryClient();
  const renaming = useCallMutation(renameConversation);
  const [title, setTitle] = useState(conversation.title);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    renaming.mutate(
      { params: { id: conversation.id }, body: { title } },
      {
        onSuccess: () => {
          refreshConversations(queryClient);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      width="narrow"
      title="Rename conversation"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} variant="primary" busy={renaming.isPending && 'Renaming...'}>
            Rename
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field label="Title" error={renaming.error?.message}>
          {(control) => (
            <TextField {...control} autoFocus value={title} onChange={(event) => setTitle(event.target.value)} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
