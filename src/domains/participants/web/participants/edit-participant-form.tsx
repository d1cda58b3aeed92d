import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type ParticipantDetails, updateParticipant } from '#domains/participants/contract.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { useSession } from '../use-session.ts';
import { refreshParticipants } from './queries.ts';

const texts = [
  { name: 'displayName', label: 'Display name', max: 120, hint: 'The name that people know it by.' },
  { name: 'place', label: 'Place', max: 200, hint: 'Where it works from.' },
  { name: 'contact', label: 'Contact', max: 300, hint: 'Seen by those who are signed in. It never enters a block.' },
] as const;

/** Sends what has changed, and nothing else. */
export function EditParticipantForm({
  id,
  participant,
  onDone,
}: {
  id: string;
  participant: ParticipantDetails;
  onDone: () => void;
}) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const update = useCallMutation(updateParticipant);
  const [values, setValues] = useState({
    displayName: participant.displayName ?? '',
    place: participant.place ?? '',
    contact: participant.contact ?? '',
  });
  const [active, setActive] = useState(participant.status === 'active');
  const isOwn = user?.username === participant.username;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = {
      ...Object.fromEntries(
        texts.flatMap(({ name }) => (values[name].trim() === (participant[name] ?? '') ? [] : [[name, values[name]]])),
      ),
      ...(active === (participant.status === 'active') ? {} : { active }),
    };
    if (Object.keys(body).length === 0) return onDone();
    try {
      await update.mutateAsync({ params: { id: participant.username }, body });
    } catch {
      return;
    }
    refreshParticipants(queryClient);
    showToast({ title: `${participant.username} was changed`, tone: 'success' });
    onDone();
  };
  const errorOf = (name: string) =>
    update.error instanceof ApiError
      ? update.error.errors.find(({ pointer }) => pointer === `/${name}`)?.message
      : undefined;

  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {update.error ? <Banner kind="failure">{update.error.message}</Banner> : null}
      {texts.map(({ name, label, max, hint }) => (
        <Field key={name} label={label} hint={hint} error={errorOf(name)} optional>
          {(control) => (
            <TextField
              {...control}
              autoComplete="off"
              maxLength={max}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      {isOwn ? null : (
        <Switch
          label="Active"
          hint="While it is not, no event can be recorded for it, and it cannot sign in."
          checked={active}
          onCheckedChange={setActive}
        />
      )}
    </form>
  );
}
