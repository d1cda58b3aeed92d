import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { holds } from '#domains/participants/contract.ts';
import { useSession } from '#domains/participants/web/index.ts';
import { canRunRegistry, eraseOwner, issueClaimCode, printClaimLetter } from '#domains/registry/contract.ts';
import { send } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { saveBlob } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { holderName } from '../property-type.ts';
import { ownersQuery } from '../queries.ts';

/** The owners with their names, for government accounts: a code for those without an account, and erasure. */
export function OwnerDesk({ propertyId }: { propertyId: string }) {
  const { user } = useSession();
  return user !== null && holds(user, canRunRegistry) ? <Owners propertyId={propertyId} /> : null;
}

/** Saves the letter while the code is known. */
function ClaimLetterButton({ code, propertyId }: { code: string; propertyId: string }) {
  const [isRunning, setRunning] = useState(false);
  const save = async () => {
    setRunning(true);
    try {
      const response = await send(printClaimLetter, { body: { code } });
      saveBlob(`claim-${propertyId}.pdf`, await response.blob());
    } catch (error) {
      const description = error instanceof ApiError ? error.message : 'Check the connection, and try again.';
      showToast({ tone: 'failure', title: 'No Letter Saved', description });
    }
    setRunning(false);
  };
  return (
    <Button variant="primary" busy={isRunning && 'Printing…'} onClick={() => void save()}>
      Letter as PDF
    </Button>
  );
}

function Owners({ propertyId }: { propertyId: string }) {
  const queryClient = useQueryClient();
  const { data } = useQuery(ownersQuery(propertyId));
  const [erased, setErased] = useState<string>();
  const onError = (error: Error) =>
    showToast({ tone: 'failure', title: 'Nothing Changed', description: error.message });
  const issue = useCallMutation(issueClaimCode, { onError });
  const erase = useCallMutation(eraseOwner, {
    onError,
    onSuccess: () => {
      setErased(undefined);
      showToast({ tone: 'success', title: 'Owner Erased', description: 'The pseudonym stays in the registry.' });
      void queryClient.invalidateQueries({ queryKey: ['registry'] });
    },
  });
  if (data === undefined || data.owners.length === 0) return null;
  return (
    <Card title="Known to the registry" description="Only government accounts see this.">
      <ul className="divide-y divide-line">
        {data.owners.map(({ holder, name, contact, username }) => (
          <li key={holder} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{name ?? username ?? 'Erased or unnamed'}</span>
              <span className="block text-13 text-muted">
                {[holderName(holder), contact, username && `account ${username}`].filter(Boolean).join(' · ')}
              </span>
            </span>
            <span className="flex flex-wrap gap-2">
              {username === undefined ? (
                <Button
                  size="small"
                  disabled={issue.isPending}
                  onClick={() => issue.mutate({ params: { id: propertyId }, body: { holder } })}
                >
                  Issue Claim Code<span className="sr-only"> for {name ?? holderName(holder)}</span>
                </Button>
              ) : null}
              <Button size="small" variant="quiet" onClick={() => setErased(holder)}>
                Erase<span className="sr-only"> {name ?? holderName(holder)}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {issue.data ? (
        <Dialog
          open
          onOpenChange={(open) => open || issue.reset()}
          title="Claim code"
          description="Send it to the owner by letter. It is shown only once, and a new code voids it."
          footer={<ClaimLetterButton code={issue.data.code} propertyId={propertyId} />}
        >
          <p className="flex flex-wrap items-center gap-3 text-16">
            <CopyChip text={issue.data.code} short={issue.data.code} label="Claim code" />
          </p>
          <p className="mt-3 text-13 text-muted">
            For {propertyId}. Valid until <Time at={issue.data.expiresAt} format="day" />.
          </p>
        </Dialog>
      ) : null}
      {erased === undefined ? null : (
        <Dialog
          open
          onOpenChange={(open) => open || setErased(undefined)}
          title="Erase this owner?"
          description="Name, contact and account are removed for all properties of this owner. This can't be undone. The ledger shows only pseudonyms and stays as it is."
          footer={
            <>
              <Button onClick={() => setErased(undefined)}>Cancel</Button>
              <Button
                variant="danger"
                disabled={erase.isPending}
                onClick={() => erase.mutate({ params: { holder: erased }, body: { confirm: true } })}
              >
                Erase Owner
              </Button>
            </>
          }
        />
      )}
    </Card>
  );
}
