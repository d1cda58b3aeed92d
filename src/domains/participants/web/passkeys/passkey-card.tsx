import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Passkey, removePasskey } from '#domains/participants/contract.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { passkeysQuery } from '../profile/queries.ts';
import { useStepUp } from '../second-factor/use-step-up.tsx';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { canUsePasskeys } from './can-use-passkeys.ts';

const LIST = 'own-passkeys';

/** Moves the focus to the list of passkeys, which scrolls it into view. */
export const showPasskeys = (): void => document.getElementById(LIST)?.focus();

/** The passkeys of the account, which can be added and removed. */
export function PasskeyCard() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(passkeysQuery);
  const [adding, setAdding] = useState(false);
  const stepUp = useStepUp();
  const remove = useCallMutation(removePasskey);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['profile'] });
  const passkeys = data?.passkeys;
  // A site without a host name can still list and remove passkeys that were added elsewhere.
  if (!canUsePasskeys() && (passkeys === undefined || passkeys.length === 0)) return null;

  const onRemove = async ({ id, name }: Passkey) => {
    try {
      await stepUp.run(() => remove.mutateAsync({ params: { id } }));
      showToast({ title: `${name} removed`, tone: 'success' });
    } catch (problem) {
      const description = problem instanceof Error ? problem.message : 'Try again in a moment.';
      showToast({ title: "Couldn't remove the passkey", description, tone: 'failure' });
    }
    refresh();
  };

  return (
    <Card
      title="Passkeys"
      description="Sign in with your fingerprint, face or device PIN instead of a password and a code."
    >
      {error && !data ? (
        <ErrorState title="Couldn't load your passkeys" error={error} onRetry={() => void refetch()} />
      ) : passkeys === undefined ? (
        <div aria-busy="true">
          <SkeletonText lines={2} />
        </div>
      ) : (
        <div className="flex flex-col items-start gap-4">
          {passkeys.length > 0 ? (
            <ul id={LIST} tabIndex={-1} aria-label="Passkeys" className="w-full divide-y divide-line">
              {passkeys.map((passkey) => (
                <PasskeyLine
                  key={passkey.id}
                  passkey={passkey}
                  busy={remove.isPending && remove.variables.params.id === passkey.id}
                  onRemove={() => void onRemove(passkey)}
                />
              ))}
            </ul>
          ) : null}
          {canUsePasskeys() ? <Button onClick={() => setAdding(true)}>Add passkey</Button> : null}
        </div>
      )}
      {adding ? <AddPasskeyDialog stepUp={stepUp} onAdded={refresh} onClose={() => setAdding(false)} /> : null}
      {stepUp.dialog}
    </Card>
  );
}

function PasskeyLine({ passkey, busy, onRemove }: { passkey: Passkey; busy: boolean; onRemove: () => void }) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className="flex items-center gap-4 py-2.5 first:pt-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-13 text-muted">
          since <Time at={createdAt} /> · last used <Time at={lastUsedAt} unknown="never" />
        </p>
      </div>
      <Button size="small" busy={busy && 'Removing…'} aria-label={`Remove the passkey ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
