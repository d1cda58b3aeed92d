import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  canCancelValidation,
  cancelValidation,
  canValidateChain,
  startValidation,
  type ValidationJob,
} from '#domains/ledger/contract.ts';
import { holds } from '#domains/participants/contract.ts';
import { askToSignIn, RoleBadge, useSession } from '#domains/participants/web/index.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ErrorState } from '#platform/web/ui/feedback/error-state.tsx';
import { ProgressBar } from '#platform/web/ui/feedback/progress-bar.tsx';
import { VerifiedMark } from '#platform/web/ui/feedback/verified-mark.tsx';
import { Sheet } from '#platform/web/ui/overlay/sheet.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { useCallMutation } from '#platform/web/use-call-mutation.ts';
import { BlockLink } from '../block-link.tsx';
import { validationQuery } from '../queries.ts';
import { useVerdict } from '../use-verdict.ts';

/** Runs a full validation and shows its progress, with the verdict of the background verifier. */
export default function ValidationSheet({ onClose }: { onClose: () => void }) {
  const { user, loading } = useSession();
  const may = user !== null && holds(user, canValidateChain);
  return (
    <Sheet open onOpenChange={(open) => open || onClose()} title="Validate Chain">
      <div className="flex flex-col gap-6">
        {loading ? null : may ? <FullValidation /> : <NotYours />}
        <StandingVerdict />
      </div>
    </Sheet>
  );
}

function FullValidation() {
  const start = useCallMutation(startValidation);
  const cancel = useCallMutation(cancelValidation);
  const id = start.data?.id;
  const progress = useQuery({ ...validationQuery(id ?? ''), enabled: id !== undefined });
  const verdict = useVerdict();
  const job = cancel.data ?? progress.data ?? start.data;

  const { user } = useSession();
  const mayCancel = job?.own === true || (user !== null && holds(user, canCancelValidation));
  const begun = useRef(false);
  const { mutate } = start;
  useEffect(() => {
    // Opening the sheet starts a validation. A running one is joined, so starting twice is harmless.
    if (!begun.current) mutate({});
    begun.current = true;
  }, [mutate]);
  const { refetch } = verdict;
  const ended = job !== undefined && job.state !== 'running';
  useEffect(() => {
    if (ended) void refetch();
  }, [ended, refetch]);

  if (start.error)
    return <ErrorState title="Couldn't start the validation" error={start.error} onRetry={() => mutate({})} />;
  return (
    <section aria-label="Full validation" className="flex flex-col gap-4">
      <p className="text-muted">
        Re-reads every stored block, recomputes its hash, and compares the whole chain with the signed checkpoint.
      </p>
      <ProgressBar
        label="Blocks checked"
        share={job ? (job.totalBlocks === 0 ? 1 : job.checkedBlocks / job.totalBlocks) : undefined}
        value={job ? `${formatCount(job.checkedBlocks)} of ${formatCount(job.totalBlocks)}` : 'Starting…'}
        tone={job?.state === 'invalid' || job?.state === 'failed' ? 'red' : job?.state === 'valid' ? 'green' : 'amber'}
      />
      {job ? <Outcome job={job} /> : null}
      <div className="flex gap-2">
        {job?.state === 'running' && !mayCancel ? (
          <p className="text-13 text-muted">Another account started this validation.</p>
        ) : job?.state === 'running' ? (
          <Button busy={cancel.isPending && 'Cancelling…'} onClick={() => cancel.mutate({ params: { id: job.id } })}>
            Cancel
          </Button>
        ) : job ? (
          <Button
            onClick={() => {
              cancel.reset();
              mutate({});
            }}
          >
            Validate again
          </Button>
        ) : null}
      </div>
    </section>
  );
}

function Outcome({ job }: { job: ValidationJob }) {
  if (job.state === 'running') return null;
  if (job.state === 'valid') {
    return (
      <VerifiedMark
        state="holds"
        title="All blocks are valid"
        checks={[
          {
            label: `${formatCounted(job.totalBlocks, 'block')} checked: hashes match, and each links to the previous one`,
            short: `${formatCounted(job.totalBlocks, 'block')} unchanged and linked`,
            holds: true,
          },
          { label: 'Their Merkle root matches the signed checkpoint', short: 'Signed', holds: true },
        ]}
      />
    );
  }
  if (job.state === 'invalid') {
    return (
      <div className="flex flex-col gap-3">
        <VerifiedMark
          state="broken"
          title="The chain is broken"
          checks={[{ label: job.error ?? 'A block is not valid.', holds: false }]}
        />
        {job.blockIndex === undefined ? null : (
          <BlockLink index={job.blockIndex} words={`Show block ${formatCount(job.blockIndex)}`} />
        )}
      </div>
    );
  }
  return (
    <Banner kind="warning">
      {job.state === 'cancelled'
        ? 'Canceled before the end. The unread blocks were not checked.'
        : `The validation stopped early. ${job.error ?? 'Try again.'}`}
    </Banner>
  );
}

function StandingVerdict() {
  const { data } = useVerdict();
  if (!data) return null;
  return (
    <section aria-label="Background verifier" className="border-t border-line pt-5">
      <h3 className="mb-3 text-14 font-semibold">Background verifier</h3>
      <KeyValueList
        items={[
          {
            label: 'Verdict',
            value: data.state === 'valid' ? 'Valid' : data.state === 'unknown' ? 'Not verified' : data.error,
          },
          ...(data.blockIndex === undefined
            ? []
            : [{ label: 'First bad block', value: <BlockLink index={data.blockIndex} /> }]),
          { label: 'Blocks checked', value: `${formatCount(data.verifiedBlocks)} of ${formatCount(data.totalBlocks)}` },
          { label: 'Signed checkpoint', value: `over ${formatCounted(data.checkpointSize, 'block')}` },
          { label: 'Last checked', value: <Time at={data.validatedAt} /> },
        ]}
      />
    </section>
  );
}

function NotYours() {
  const { user } = useSession();
  return (
    <Banner
      action={
        user === null ? (
          <Button size="small" onClick={() => askToSignIn()}>
            Sign In
          </Button>
        ) : (
          <RoleBadge role={user.role} />
        )
      }
    >
      Manufacturers and the role other can start a full validation. Everyone can see the verdict below and verify any
      single block in their browser.
    </Banner>
  );
}
