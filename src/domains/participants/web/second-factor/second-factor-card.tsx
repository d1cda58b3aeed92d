import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { beginTotp, disableTotp, renewRecoveryCodes, type SecondFactors } from '#domains/participants/contract.ts';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { SkeletonText } from '#platform/web/ui/feedback/skeleton.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { Badge } from '#platform/web/ui/value/badge.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { secondFactorsQuery } from '../profile/queries.ts';
import { ProofDialog } from './proof-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { ScanSecretDialog } from './scan-secret-dialog.tsx';

type Step =
  | { kind: 'set up' | 'renew' | 'turn off' }
  | { kind: 'scan'; secret: string; uri: string }
  | { kind: 'save'; codes: readonly string[] };

/** The authenticator app of the account: set it up, renew its recovery codes, turn it off. */
export function SecondFactorCard({ username }: { username: string }) {
  const { data, error, refetch } = useQuery(secondFactorsQuery);
  const [step, setStep] = useState<Step | null>(null);
  return (
    <Card title="Two-step sign-in" description="A code from an authenticator app, in addition to your password.">
      {error && !data ? (
        <ErrorState title="Couldn't load two-step sign-in" error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <div aria-busy="true">
          <SkeletonText lines={2} />
        </div>
      ) : data.totp === undefined ? (
        <Button onClick={() => setStep({ kind: 'set up' })}>Set up authenticator app</Button>
      ) : (
        <EnabledFactor factors={data} enabledAt={data.totp.enabledAt} onStep={setStep} />
      )}
      {step === null ? null : <StepDialog username={username} step={step} onStep={setStep} />}
    </Card>
  );
}

type EnabledFactorProps = { factors: SecondFactors; enabledAt: string; onStep: (step: Step) => void };

function EnabledFactor({ factors: { recoveryCodesLeft }, enabledAt, onStep }: EnabledFactorProps) {
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone="green">on</Badge>
        <span className="text-13 text-muted">
          since <Time at={enabledAt} />
        </span>
        <Badge tone={recoveryCodesLeft < 3 ? 'amber' : 'grey'}>
          {formatCounted(recoveryCodesLeft, 'recovery code')} left
        </Badge>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onStep({ kind: 'renew' })}>New recovery codes</Button>
        <Button onClick={() => onStep({ kind: 'turn off' })}>Turn off</Button>
      </div>
    </div>
  );
}

type StepDialogProps = { username: string; step: Step; onStep: (step: Step | null) => void };

function StepDialog({ username, step, onStep }: StepDialogProps) {
  const queryClient = useQueryClient();
  const begin = useCallMutation(beginTotp);
  const renew = useCallMutation(renewRecoveryCodes);
  const disable = useCallMutation(disableTotp);
  const close = () => onStep(null);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['profile'] });
  const showCodes = (codes: readonly string[]) => {
    refresh();
    onStep({ kind: 'save', codes });
  };
  switch (step.kind) {
    case 'set up':
      return (
        <ProofDialog
          key={step.kind}
          title="Set up authenticator app"
          description="Enter your password first. You then scan a QR code with your app."
          action="Continue"
          busyWords="Checking…"
          asksCode={false}
          onClose={close}
          onProof={async (body) => onStep({ kind: 'scan', ...(await begin.mutateAsync({ body })) })}
        />
      );
    case 'scan':
      return <ScanSecretDialog secret={step.secret} uri={step.uri} onClose={close} onEnabled={showCodes} />;
    case 'save':
      return <RecoveryCodesDialog username={username} codes={step.codes} onClose={close} />;
    case 'renew':
      return (
        <ProofDialog
          key={step.kind}
          title="Create new recovery codes"
          description="Your earlier recovery codes stop working."
          action="Create codes"
          busyWords="Creating…"
          asksCode
          onClose={close}
          onProof={async (body) => showCodes((await renew.mutateAsync({ body })).recoveryCodes)}
        />
      );
    case 'turn off':
      return (
        <ProofDialog
          key={step.kind}
          title="Turn off two-step sign-in"
          description="Your password alone will sign you in. Your recovery codes are deleted."
          action="Turn off"
          busyWords="Turning off…"
          asksCode
          danger
          onClose={close}
          onProof={async (body) => {
            await disable.mutateAsync({ body });
            refresh();
            close();
            showToast({ title: 'Two-step sign-in is off', tone: 'success' });
          }}
        />
      );
  }
}
