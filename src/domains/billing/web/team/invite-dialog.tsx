import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { z } from 'zod';
import { createInvite, INVITE_DAYS, InviteKind } from '#domains/billing/contract.ts';
import { showFailure, useContractForm } from '#platform/web/form/contract-form.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Select } from '#platform/web/ui/form/select.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { CodeBlock } from '#platform/web/ui/value/code-block.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { refreshBilling } from '../queries.ts';

const InviteValues = z.object({
  kind: InviteKind,
  email: z.union([z.literal(''), z.email('Enter an email address, or leave it empty')]),
});

/** Invites a person by a link, which is shown once, and mailed if the server sends mail. */
export function InviteDialog({ mails }: { mails: boolean }) {
  const formId = useId();
  const [isOpen, setOpen] = useState(false);
  const queryClient = useQueryClient();
  const { mutateAsync, data, reset } = useCallMutation(createInvite);
  const form = useContractForm(InviteValues, { kind: 'member', email: '' });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ kind, email }) => {
    try {
      await mutateAsync({ body: { kind, ...(email === '' ? {} : { email }) } });
      void refreshBilling(queryClient);
    } catch (error) {
      showFailure(form, error, "Couldn't create the invite. Please try again.");
    }
  });
  const open = (next: boolean) => {
    setOpen(next);
    if (next) {
      reset();
      form.reset();
    }
  };
  return (
    <Dialog
      open={isOpen}
      onOpenChange={open}
      trigger={<Button size="small">Invite</Button>}
      title="Invite to your team"
      description={`The link is valid once, for ${INVITE_DAYS} days.`}
      footer={
        data === undefined ? (
          <Button variant="primary" type="submit" form={formId} busy={isSubmitting && 'Inviting…'}>
            Create Invite
          </Button>
        ) : (
          <Button onClick={() => open(false)}>Close</Button>
        )
      }
    >
      {data === undefined ? (
        <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          {errors.root?.message ? <Banner kind="failure">{errors.root.message}</Banner> : null}
          <Field
            label="Account"
            error={errors.kind?.message}
            hint={
              form.watch('kind') === 'managed'
                ? 'You may record events for it and edit its details.'
                : 'It stays independent, and you pay for it.'
            }
          >
            {(control) => (
              <Select
                {...control}
                options={[
                  { value: 'member', label: 'Member with an account of its own' },
                  { value: 'managed', label: 'Participant that you manage' },
                ]}
                {...form.register('kind')}
              />
            )}
          </Field>
          {mails ? (
            <Field label="Email" optional error={errors.email?.message} hint="The link is mailed there.">
              {(control) => <TextField {...control} type="email" autoComplete="off" {...form.register('email')} />}
            </Field>
          ) : null}
        </form>
      ) : (
        <div className="flex flex-col gap-3">
          <p>
            {data.mailed ? 'The link was mailed. It is also here, and' : 'Copy this link and send it. It'} is not shown
            again.
          </p>
          <CodeBlock code={data.link} label="Invite link" wraps />
        </div>
      )}
    </Dialog>
  );
}
