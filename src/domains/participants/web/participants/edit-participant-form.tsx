import { useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { type ParticipantDetails, updateParticipant } from '#domains/participants/contract.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { useStepUp } from '../second-factor/use-step-up.tsx';
import { useSession } from '../use-session.ts';
import { refreshParticipants } from './queries.ts';

const texts = [
  { name: 'displayName', label: 'Display name', max: 120, hint: 'The name shown to others.' },
  { name: 'place', label: 'Place', max: 200, hint: 'Where it is based.' },
  { name: 'contact', label: 'Contact', max: 300, hint: 'Visible to signed-in users. Never stored in a block.' },
] as const;

export type EditParticipantFormProps = { id: string; participant: ParticipantDetails; onDone: () => void };

/** Edits a participant's details and sends only the changed fields. */
export function EditParticipantForm({ id, participant, onDone }: EditParticipantFormProps) {
  const { user } = useSession();
  const queryClient = useQueryClient();
  const update = useCallMutation(updateParticipant);
  const stepUp = useStepUp();
  const before = {
    displayName: participant.displayName ?? '',
    place: participant.place ?? '',
    contact: participant.contact ?? '',
    active: participant.status === 'active',
  };
  const form = useContractForm(updateParticipant.body, before);
  const { errors } = form.formState;
  const isOwn = user?.username === participant.username;

  const submit = form.handleSubmit(async (values) => {
    const body = Object.fromEntries(
      Object.entries(values).filter(([name, value]) => value !== before[name as keyof typeof before]),
    );
    if (Object.keys(body).length === 0) return onDone();
    try {
      await stepUp.run(() => update.mutateAsync({ params: { id: participant.username }, body }));
    } catch (error) {
      showFailure(form, error, 'Try again in a moment.');
      return;
    }
    refreshParticipants(queryClient);
    showToast({ title: `${participant.username} updated`, tone: 'success' });
    onDone();
  });

  return (
    <>
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
        {texts.map(({ name, label, max, hint }) => (
          <Field key={name} label={label} hint={hint} error={errors[name]?.message} optional>
            {(control) => <TextField {...control} {...form.register(name)} autoComplete="off" maxLength={max} />}
          </Field>
        ))}
        {isOwn ? null : (
          <Controller
            name="active"
            control={form.control}
            render={({ field: { value, onChange } }) => (
              <Switch
                label="Active"
                hint="An inactive participant can't sign in, and no events can be recorded for it."
                checked={value ?? false}
                onCheckedChange={onChange}
              />
            )}
          />
        )}
      </form>
      {stepUp.dialog}
    </>
  );
}
