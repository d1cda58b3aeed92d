import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import type { ProposalBlock } from '#domains/assistant/contract.ts';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { NewParticipant, participantRoles, register } from '#domains/participants/contract.ts';
import { refreshParticipants, tellNotRegistered, tellRegistered } from '#domains/participants/web/index.ts';
import { AddEventRequest, addEvent, eventActions } from '#domains/trace/contract.ts';
import { staleAfterEvent, tellNotRecorded, tellRecorded } from '#domains/trace/web/index.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { placeErrors, useContractForm } from '#platform/web/form/contract-form.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';

type Props = { proposal: ProposalBlock; writeKey: string };
type Of<W extends ProposalBlock['write']> = Extract<ProposalBlock, { write: W }>['values'];

/** A write that the assistant filled in. It runs once, under the reader's account, when the reader confirms it. */
export function ProposalForm({ proposal, writeKey }: Props) {
  return proposal.write === 'event' ? (
    <EventProposal values={proposal.values} to={proposal.to} corrects={proposal.corrects} writeKey={writeKey} />
  ) : (
    <ParticipantProposal values={proposal.values} writeKey={writeKey} />
  );
}

const ProposedEvent = z.object({
  user: AddEventRequest.shape.user,
  action: AddEventRequest.shape.action,
  asset_id: AddEventRequest.shape.asset_id,
  location: z.string().trim(),
  to: z.string().trim(),
});

type EventProposalProps = {
  values: Of<'event'>;
  to: string | undefined;
  corrects: number | undefined;
  writeKey: string;
};

function EventProposal({ values, to, corrects, writeKey }: EventProposalProps) {
  const queryClient = useQueryClient();
  const form = useContractForm(ProposedEvent, { ...values, to: to ?? '' });
  const { errors } = form.formState;
  const record = useMutation({
    mutationFn: ({ location, to: addressee, ...event }: z.infer<typeof ProposedEvent>) =>
      call(
        addEvent,
        {
          body: {
            ...event,
            meta: {
              ...(location === '' ? {} : { location }),
              ...(addressee === '' ? {} : { to: addressee }),
              ...(corrects === undefined ? {} : { corrects }),
            },
          },
        },
        { idempotencyKey: writeKey },
      ),
    onSuccess: ({ block }) => {
      staleAfterEvent(queryClient);
      tellRecorded(block.index);
    },
    onError: (error) => {
      placeErrors(form, error, { 'meta.location': 'location', 'meta.to': 'to' });
      tellNotRecorded(error);
    },
  });
  if (record.data)
    return (
      <Banner>
        Recorded in block <BlockLink index={record.data.block.index} />.
      </Banner>
    );
  const actions = [...new Set([...eventActions, values.action])].filter((action) => action !== '');
  return (
    <Proposal
      title={corrects === undefined ? 'Record this event?' : `Take back block ${formatCount(corrects)}?`}
      confirm="Add to Blockchain"
      busy={record.isPending}
      error={isEmpty(errors) ? record.error : null}
      onConfirm={form.handleSubmit((event) => record.mutate(event))}
    >
      <Field label="Participant" error={errors.user?.message}>
        {(control) => <TextField {...control} {...form.register('user')} />}
      </Field>
      <Field label="Action Type" error={errors.action?.message}>
        {(control) => (
          <Controller
            name="action"
            control={form.control}
            render={({ field }) => (
              <Select
                {...control}
                {...field}
                placeholder="Choose an action"
                options={actions.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
              />
            )}
          />
        )}
      </Field>
      <Field label="Asset ID" error={errors.asset_id?.message}>
        {(control) => <TextField {...control} {...form.register('asset_id')} />}
      </Field>
      <Field label="Location" optional error={errors.location?.message}>
        {(control) => <TextField {...control} {...form.register('location')} />}
      </Field>
      {to === undefined ? null : (
        <Field label="To" optional error={errors.to?.message}>
          {(control) => <TextField {...control} {...form.register('to')} />}
        </Field>
      )}
    </Proposal>
  );
}

function ParticipantProposal({ values, writeKey }: { values: Of<'participant'>; writeKey: string }) {
  const queryClient = useQueryClient();
  const form = useContractForm(NewParticipant, values);
  const { errors } = form.formState;
  const registration = useMutation({
    mutationFn: (body: z.infer<typeof NewParticipant>) => call(register, { body }, { idempotencyKey: writeKey }),
    onSuccess: (_, { user, role }) => {
      refreshParticipants(queryClient);
      tellRegistered(user, role);
    },
    onError: (error) => {
      placeErrors(form, error);
      tellNotRegistered(error);
    },
  });
  const { variables: registered } = registration;
  if (registration.isSuccess && registered)
    return <Banner>{`${registered.user} has been registered as ${registered.role}.`}</Banner>;
  return (
    <Proposal
      title="Register this participant?"
      confirm="Add Participant"
      busy={registration.isPending}
      error={isEmpty(errors) ? registration.error : null}
      onConfirm={form.handleSubmit((participant) => registration.mutate(participant))}
    >
      <Field label="Username" error={errors.user?.message}>
        {(control) => <TextField {...control} {...form.register('user')} />}
      </Field>
      <Field label="Role" error={errors.role?.message}>
        {(control) => (
          <Controller
            name="role"
            control={form.control}
            render={({ field }) => (
              <Select
                {...control}
                {...field}
                placeholder="Choose a role"
                options={participantRoles.map((value) => ({ value, label: value }))}
              />
            )}
          />
        )}
      </Field>
    </Proposal>
  );
}

type ProposalProps = {
  title: string;
  confirm: string;
  busy: boolean;
  /** A failure that is about no field. */
  error: Error | null;
  onConfirm: (event: FormEvent) => void;
  children: ReactNode;
};

function Proposal({ title, confirm, busy, error, onConfirm, children }: ProposalProps) {
  return (
    <Card title={title} description="Nothing is recorded until you confirm.">
      <form noValidate onSubmit={onConfirm} className="grid gap-4 sm:grid-cols-2">
        {children}
        <div className="flex flex-col gap-3 sm:col-span-2">
          {error ? (
            <Banner kind="failure">
              {error.message} {error instanceof ApiError ? error.hint : null}
            </Banner>
          ) : null}
          <Button type="submit" className="self-start" busy={busy && 'Adding...'}>
            {confirm}
          </Button>
        </div>
      </form>
    </Card>
  );
}

const isEmpty = (errors: object) => Object.keys(errors).length === 0;
