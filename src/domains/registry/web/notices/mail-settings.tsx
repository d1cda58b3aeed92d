import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSession } from '#domains/participants/web/index.ts';
import {
  chooseMails,
  enterMailAddress,
  type MailSettings,
  removeMailAddress,
} from '#domains/registry/contract/notices.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Field } from '#platform/web/ui/form/field.tsx';
import { Switch } from '#platform/web/ui/form/switch.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { mailSettingsQuery } from './queries.ts';

/** Settings for mailing a resident's notices: whether, and to which address. */
export function MailSettingsCard() {
  const { data, error, refetch } = useQuery(mailSettingsQuery);
  if (error && !data)
    return <ErrorState title="Couldn't load the mail settings" error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-64 rounded-12" />;
  if (!data.offered)
    return (
      <Card title="By mail">
        <p className="text-muted">This server sends no mail. Your notices are on this page.</p>
      </Card>
    );
  return (
    <Card title="By mail" description="Letters name the bill and the amount, and nothing about the property.">
      <Settings key={data.address} settings={data} />
    </Card>
  );
}

function Settings({ settings }: { settings: MailSettings }) {
  const { address, verifiedAt, pending, stopped } = settings;
  const queryClient = useQueryClient();
  const { user } = useSession();
  const [text, setText] = useState(address ?? pending ?? user?.email ?? '');
  const keep = (next: MailSettings) => queryClient.setQueryData(mailSettingsQuery.queryKey, next);
  const onError = (error: Error) => showToast({ tone: 'failure', title: 'Not Saved', description: error.message });
  const enter = useCallMutation(enterMailAddress, {
    onSuccess: (next) => {
      keep(next);
      showToast({ tone: 'success', title: 'Mail Sent', description: `Open the link in the mail to ${next.pending}.` });
    },
  });
  const remove = useCallMutation(removeMailAddress, { onSuccess: keep, onError });
  const choose = useCallMutation(chooseMails, { onSuccess: keep, onError });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter.mutate({ body: { address: text } });
  };
  return (
    <div className="flex flex-col gap-5">
      {address === null ? null : (
        <p className="wrap-anywhere">
          Letters go to <strong className="font-semibold">{address}</strong>
          {verifiedAt === null ? null : (
            <span className="block text-13 text-muted">
              Confirmed <Time at={verifiedAt} format="day" />
            </span>
          )}
        </p>
      )}
      {pending === null ? null : (
        <p className="text-13 wrap-anywhere text-muted">
          A mail went to {pending}. Open its link within a day to confirm the address.
        </p>
      )}
      <form onSubmit={submit} className="flex flex-col gap-3" noValidate>
        <Field label={address === null ? 'Mail address' : 'Another mail address'} error={enter.error?.message}>
          {(control) => (
            <TextField
              {...control}
              type="email"
              autoComplete="email"
              maxLength={254}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            disabled={text.trim() === '' || text.trim() === address}
            busy={enter.isPending && 'Sending…'}
          >
            Confirm Address
          </Button>
          {address === null && pending === null ? null : (
            <Button variant="quiet" disabled={remove.isPending} onClick={() => remove.mutate({})}>
              Remove
            </Button>
          )}
        </div>
      </form>
      <Switch
        checked={!stopped}
        onCheckedChange={(on) => choose.mutate({ body: { stopped: !on } })}
        disabled={choose.isPending}
        label="Send me letters"
        hint={stopped ? 'Notices are only on this page.' : 'Reminders, overdue bills and payments.'}
      />
    </div>
  );
}
