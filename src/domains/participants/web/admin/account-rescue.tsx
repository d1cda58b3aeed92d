import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AdministeredAccount,
  endSessionsOf,
  makeResetLink,
  removeFactors,
} from '#domains/participants/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { CopyButton } from '#platform/web/ui/action/copy-button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { useStepUp } from '../second-factor/use-step-up.tsx';

/** Actions for an account whose owner is locked out, or that an intruder uses. */
export function AccountRescue({ account }: { account: AdministeredAccount }) {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['admin'] });
  const onError = ({ message }: Error) =>
    void showToast({ title: "Couldn't do that", description: message, tone: 'failure' });
  const end = useCallMutation(endSessionsOf, {
    onError,
    onSuccess: ({ endedSessions }) => {
      refresh();
      showToast({
        title: `${formatCounted(endedSessions, 'session')} ended`,
        tone: 'success',
      });
    },
  });
  const link = useCallMutation(makeResetLink, { onSuccess: refresh });
  const stepUp = useStepUp();
  const factors = useCallMutation(removeFactors, {
    onSuccess: () => {
      refresh();
      setRemoving(false);
      showToast({ title: `Factors of ${account.username} removed`, tone: 'success' });
    },
  });
  const [removing, setRemoving] = useState(false);
  const params = { id: account.id };
  const url = link.data ? new URL(link.data.path, window.location.origin).href : undefined;
  return (
    <section aria-label="Sessions and password" className="flex flex-col gap-3 border-t border-line pt-5">
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={account.sessions === 0}
          busy={end.isPending && 'Ending…'}
          onClick={() => end.mutate({ params })}
        >
          End all sessions
        </Button>
        <Button
          disabled={!account.signsIn}
          busy={link.isPending && 'Creating…'}
          onClick={() => void stepUp.run(() => link.mutateAsync({ params })).catch(onError)}
        >
          Create reset link
        </Button>
        <Button disabled={!account.secondFactor && account.passkeys === 0} onClick={() => setRemoving(true)}>
          Remove factors
        </Button>
      </div>
      {url && link.data ? (
        <div className="flex flex-col gap-2 rounded-8 border border-line bg-sunken p-4 text-13">
          <p>
            Give this link to {account.username} in person. It is shown only now, works once, and ends{' '}
            <Time at={link.data.expiresAt} />.
          </p>
          <code className="text-12 wrap-anywhere select-all">{url}</code>
          <span>
            <CopyButton text={url} what="reset link" words="Copy link" />
          </span>
        </div>
      ) : null}
      {removing ? (
        <ConfirmRemoval
          username={account.username}
          busy={factors.isPending}
          onClose={() => setRemoving(false)}
          onConfirm={() => void stepUp.run(() => factors.mutateAsync({ params })).catch(onError)}
        />
      ) : null}
      {stepUp.dialog}
    </section>
  );
}

type ConfirmRemovalProps = { username: string; busy: boolean; onClose: () => void; onConfirm: () => void };

/** Asks before factors are removed, because only their owner can set them up again. */
function ConfirmRemoval({ username, busy, onClose, onConfirm }: ConfirmRemovalProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      width="narrow"
      title={`Remove the factors of ${username}?`}
      description="Removes its authenticator app, recovery codes and passkeys, and ends its sessions. Its password alone then signs in. Make sure that the owner asked for it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy && 'Removing…'} onClick={onConfirm}>
            Remove factors
          </Button>
        </>
      }
    />
  );
}
