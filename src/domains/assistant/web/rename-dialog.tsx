import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { type Conversation, renameConversation } from '#domains/assistant/contract.ts';
import { useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { refreshConversations } from './queries.ts';

/** Renames a conversation. */
export function RenameDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const id = useId();
  const queryClient = useQueryClient();
  const renaming = useCallMutation(renameConversation);
  const form = useContractForm(renameConversation.body, { title: conversation.title });
  const submit = form.handleSubmit((body) =>
    renaming.mutate(
      { params: { id: conversation.id }, body },
      {
        onSuccess: () => {
          refreshConversations(queryClient);
          onClose();
        },
      },
    ),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      width="narrow"
      title="Rename conversation"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={renaming.isPending && 'Renaming...'}>
            Rename
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit}>
        <Field label="Title" error={form.formState.errors.title?.message ?? renaming.error?.message}>
          {(control) => <TextField {...control} {...form.register('title')} autoFocus />}
        </Field>
      </form>
    </Dialog>
  );
}
