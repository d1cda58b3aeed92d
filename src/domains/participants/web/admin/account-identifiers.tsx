import { useQueryClient } from '@tanstack/react-query';
import { type AdministeredAccount, confirmIdentifier, type IdentifierClaim } from '#domains/participants/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { refreshParticipants } from '../participants/queries.ts';
import { useStepUp } from '../second-factor/use-step-up.tsx';

/** The claims of an account to external identifiers, which an administrator confirms and withdraws. */
export function AccountIdentifiers({ account, mayChange }: { account: AdministeredAccount; mayChange: boolean }) {
  const queryClient = useQueryClient();
  const stepUp = useStepUp();
  const change = useCallMutation(confirmIdentifier);
  const confirm = async ({ identifier, verified }: IdentifierClaim) => {
    const body = { identifier, verified: !verified };
    // The banner shows the refusal.
    const done = await stepUp
      .run(() => change.mutateAsync({ params: { id: account.id }, body }))
      .catch(() => undefined);
    if (done === undefined) return;
    showToast({ title: verified ? 'Confirmation withdrawn' : 'Identifier confirmed', tone: 'success' });
    void queryClient.invalidateQueries({ queryKey: ['admin'] });
    refreshParticipants(queryClient);
  };
  const changing = change.isPending ? change.variables.body.identifier : undefined;
  return (
    <section aria-labelledby="account-identifiers" className="flex flex-col gap-3 border-t border-line pt-5">
      <h3 id="account-identifiers" className="text-13 font-medium">
        Identifiers
      </h3>
      <p className="text-13 text-muted">
        Imported events of an identifier go to the account it is confirmed for, or to its only claimant.
      </p>
      {change.error ? <Banner kind="failure">{change.error.message}</Banner> : null}
      <ul className="flex flex-col divide-y divide-line">
        {account.identifiers.map((claim) => (
          <li key={claim.identifier} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0">
            <div className="flex min-w-0 flex-col items-start gap-1.5">
              <code className="font-mono text-12 wrap-anywhere">{claim.identifier}</code>
              <span className="flex flex-wrap items-center gap-2 text-13 text-muted">
                <Badge tone={claim.verified ? 'green' : 'amber'}>{claim.verified ? 'Verified' : 'Unverified'}</Badge>
                {claim.otherClaims > 0 ? formatCounted(claim.otherClaims, 'other claim') : null}
              </span>
            </div>
            {mayChange ? (
              <Button
                aria-label={`${claim.verified ? 'Withdraw' : 'Confirm'} ${claim.identifier}`}
                disabled={changing !== undefined}
                busy={changing === claim.identifier && 'Saving…'}
                onClick={() => void confirm(claim)}
              >
                {claim.verified ? 'Withdraw' : 'Confirm'}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {stepUp.dialog}
    </section>
  );
}
