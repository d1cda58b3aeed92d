import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ProposalBlock } from '#domains/assistant/contract.ts';
import { BlockLink } from '#domains/ledger/web/index.ts';
import { participantRoles, register } from '#domains/participants/contract.ts';
import { refreshParticipants, tellNotRegistered, tellRegistered } from '#domains/participants/web/index.ts';
import { addEvent, eventActions } from '#domains/trace/contract.ts';
import { staleAfterEvent, tellNotRecorded, tellRecorded } from '#domains/trace/web/index.ts';
import { call } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
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
    <EventProposal values={proposal.values} writeKey={writeKey} />
  ) : (
    <ParticipantProposal values={proposal.values} writeKey={writeKey} />
  );
}

function EventProposal({ values, writeKey }: { values: Of<'event'>; writeKey: string }) {
  const queryClient = useQueryClient();
  const [form, setForm] = useState(values);
  const change = (field: keyof typeof form) => (value: string) => setForm({ ...form, [field]: value });
  const record = useMutation({
    mutationFn: () => {
      const { user, action, asset_id, location } = form;
      const meta = location.trim() === '' ? {} : { location: location.trim() };
      return call(addEvent, { body: { user, action, asset_id, meta } }, { idempotencyKey: writeKey });
    },
    onSuccess: ({ block }) => {
      staleAfterEvent(queryClient);
      tellRecorded(block.index);
    },
    onError: (error) => tellNotRecorded(error),
  });
  const options = [...new Set([...eventActions, form.action])].filter((action) => action !== '');
  if (record.data)
    return (
      <Banner>
        Recorded in block <BlockLink index={record.data.block.index} />.
      </Banner>
    );
  return (
    <Proposal
      title="Record this event?"
      confirm="Add to Blockchain"
      busy={record.isPending}
      error={record.error}
      onConfirm={() => record.mutate()}
    >
      <Field label="Participant" error={fieldError(record.error, 'user')}>
        {(control) => (
          <TextField {...control} value={form.user} onChange={(event) => change('user')(event.target.value)} />
        )}
      </Field>
      <Field label="Action Type" error={fieldError(record.error, 'action')}>
        {(control) => (
          <Select
            {...control}
            placeholder="Choose an action"
            options={options.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
            value={form.action}
            onChange={(event) => change('action')(event.target.value)}
          />
        )}
      </Field>
      <Field label="Asset ID" error={fieldError(record.error, 'asset_id')}>
        {(control) => (
          <TextField {...control} value={form.asset_id} onChange={(event) => change('asset_id')(event.target.value)} />
        )}
      </Field>
      <Field label="Location" optional>
        {(control) => (
          <TextField {...control} value={form.location} onChange={(event) => change('location')(event.target.value)} />
        )}
      </Field>
    </Proposal>
  );
}

function ParticipantProposal({ values, writeKey }: { values: Of<'participant'>; writeKey: string }) {
  const queryClient = useQueryClient();
  const [form, setForm] = useState(values);
  const registration = useMutation({
    mutationFn: () => {
      const role = participantRoles.find((one) => one === form.role);
      return call(register, { body: { user: form.user, role } }, { idempotencyKey: writeKey });
    },
    onSuccess: () => {
      refreshParticipants(queryClient);
      tellRegistered(form.user, form.role);
    },
    onError: (error) => tellNotRegistered(error),
  });
  if (registration.isSuccess) return <Banner>{`${form.user} has been registered as ${form.role}.`}</Banner>;
  return (
    <Proposal
      title="Register this participant?"
      confirm="Add Participant"
      busy={registration.isPending}
      error={registration.error}
      onConfirm={() => registration.mutate()}
    >
      <Field label="Username" error={fieldError(registration.error, 'user')}>
        {(control) => (
          <TextField
            {...control}
            value={form.user}
            onChange={(event) => setForm({ ...form, user: event.target.value })}
          />
        )}
      </Field>
      <Field label="Role" error={fieldError(registration.error, 'role')}>
        {(control) => (
          <Select
            {...control}
            placeholder="Choose a role"
            options={participantRoles.map((value) => ({ value, label: value }))}
            value={form.role}
            onChange={(event) => setForm({ ...form, role: event.target.value })}
          />
        )}
      </Field>
    </Proposal>
  );
}

function Proposal(props: {
  title: string;
  confirm: string;
  busy: boolean;
  error: Error | null;
  onConfirm: () => void;
  children: React.ReactNode;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    props.onConfirm();
  };
  const { error } = props;
  const placed = error instanceof ApiError && (error.errors ?? []).some(({ pointer }) => pointer !== '');
  return (
    <Card title={props.title} description="Nothing is recorded until you confirm.">
      <form noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        {props.children}
        <div className="flex flex-col gap-3 sm:col-span-2">
          {error && !placed ? (
            <Banner kind="failure">
              {error.message} {error instanceof ApiError ? error.hint : null}
            </Banner>
          ) : null}
          <Button type="submit" className="self-start" busy={props.busy && 'Adding...'}>
            {props.confirm}
          </Button>
        </div>
      </form>
    </Card>
  );
}

const fieldError = (error: Error | null, field: string) =>
  error instanceof ApiError ? error.errors?.find(({ pointer }) => pointer === `/${field}`)?.message : undefined;
