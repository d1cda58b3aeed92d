import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { NewParticipant, participantRoles, register } from '#domains/participants/contract.ts';
import { placeErrors, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { roleDescriptions, roleOptions } from '../roles.ts';
import { refreshParticipants } from './queries.ts';
import { tellNotRegistered, tellRegistered } from './tell-registered.ts';

/** Registers a participant that the caller then manages. Needs a name and a role only. */
export default function AddParticipantDialog({ onClose }: { onClose: () => void }) {
  const id = useId();
  const queryClient = useQueryClient();
  const registration = useCallMutation(register);
  const form = useContractForm(NewParticipant, { user: '', role: '' });
  const { errors } = form.formState;
  const chosen = form.watch('role');
  const role = participantRoles.find((one) => one === chosen);

  const submit = form.handleSubmit(async (body) => {
    try {
      await registration.mutateAsync({ body });
    } catch (error) {
      placeErrors(form, error);
      tellNotRegistered(error);
      return;
    }
    tellRegistered(body.user, body.role);
    refreshParticipants(queryClient);
    onClose();
  });

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      width="narrow"
      title="Add New Participant"
      description="Register a new participant in the supply chain network."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" busy={registration.isPending && 'Adding...'}>
            Add Participant
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Username"
          error={errors.user?.message}
          hint="It becomes part of the permanent record. Use a-z, A-Z, 0-9, - and _."
        >
          {(control) => (
            <TextField
              {...control}
              {...form.register('user')}
              autoFocus
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="Role" error={errors.role?.message} hint={role && roleDescriptions[role]}>
          {(control) => (
            <Select {...control} {...form.register('role')} placeholder="Choose a role" options={roleOptions} />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
