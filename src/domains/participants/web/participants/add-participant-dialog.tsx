import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { participantRoles, register } from '#domains/participants/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { roleDescriptions, roleOptions } from '../roles.ts';
import { placedErrors } from '../sign-in-errors.ts';
import { refreshParticipants } from './queries.ts';
import { tellNotRegistered, tellRegistered } from './tell-registered.ts';

type Errors = { username?: string; role?: string };

/** Registers a participant that the reader then manages: a name and a role, nothing else is asked. */
export default function AddParticipantDialog({ onClose }: { onClose: () => void }) {
  const form = useId();
  const queryClient = useQueryClient();
  const registration = useCallMutation(register);
  const [username, setUsername] = useState('');
  const [chosen, setChosen] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const role = participantRoles.find((one) => one === chosen);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const user = username.trim();
    const missing: Errors = {
      ...(user === '' ? { username: 'Username is required' } : {}),
      ...(role === undefined ? { role: 'Role is required' } : {}),
    };
    setErrors(missing);
    if (user === '' || role === undefined) return;
    try {
      await registration.mutateAsync({ body: { user, role } });
    } catch (error) {
      const { username: atUsername, role: atRole } = placedErrors(error);
      setErrors({ ...(atUsername ? { username: atUsername } : {}), ...(atRole ? { role: atRole } : {}) });
      tellNotRegistered(error);
      return;
    }
    tellRegistered(user, role);
    refreshParticipants(queryClient);
    onClose();
  };

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
          <Button type="submit" form={form} variant="primary" busy={registration.isPending && 'Adding...'}>
            Add Participant
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Username"
          error={errors.username}
          hint="It becomes part of the permanent record. Letters, digits, - and _."
        >
          {(control) => (
            <TextField
              {...control}
              autoFocus
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              onChange={(event) => {
                setUsername(event.target.value);
                setErrors({});
              }}
            />
          )}
        </Field>
        <Field label="Role" error={errors.role} hint={role ? roleDescriptions[role] : undefined}>
          {(control) => (
            <Select
              {...control}
              placeholder="Choose a role"
              options={roleOptions}
              value={chosen}
              onChange={(event) => {
                setChosen(event.target.value);
                setErrors({});
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
