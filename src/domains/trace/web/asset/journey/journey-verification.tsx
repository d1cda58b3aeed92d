import { useRef, useState } from 'react';
import { EvidenceMenu, type ProofCheck, verifyJourney } from '#domains/ledger/web/index.ts';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { formatExact } from '#platform/web/format-time.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { VerifiedMark } from '#platform/web/ui/feedback/verified-mark.tsx';

type State = {
  readonly state: 'idle' | 'checking' | 'holds' | 'broken';
  readonly done: number;
  readonly checks: readonly ProofCheck[];
  readonly failure?: string;
};

const idle: State = { state: 'idle', done: 0, checks: [] };

export type JourneyVerificationProps = {
  assetId: string;
  history: readonly HistoryEvent[];
  complete: boolean;
  total: number;
  /** Called with the outcome of each verification that ran to its end. */
  onVerified?: (holds: boolean) => void;
  /** Called with the blocks of the steps that failed, and with none when a verification starts. */
  onBroken?: (blocks: ReadonlySet<number>) => void;
};

/** Verifies every step in this browser against one signed checkpoint, and lists the steps that fail. */
export function JourneyVerification({
  assetId,
  history,
  complete,
  total,
  onVerified,
  onBroken,
}: JourneyVerificationProps) {
  const [{ state, done, checks, failure }, setState] = useState(idle);
  const running = useRef<AbortController | undefined>(undefined);
  const steps = formatCount(history.length);

  const verify = async () => {
    running.current?.abort();
    const run = new AbortController();
    running.current = run;
    setState({ ...idle, state: 'checking' });
    onBroken?.(new Set());
    const claims = history.map((event) => ({
      index: event.blockIndex,
      hash: event.blockHash,
      action: event.action,
      assetId,
    }));
    try {
      const broken: ProofCheck[] = [];
      const brokenBlocks = new Set<number>();
      const { log } = await verifyJourney(
        claims,
        (claim, verdict) => {
          setState((before) => ({ ...before, done: before.done + 1 }));
          const fault = verdict.checks.find((check) => !check.holds);
          if (!fault) return;
          broken.push({ ...fault, label: `Block ${formatCount(claim.index)}: ${fault.label}` });
          brokenBlocks.add(claim.index);
        },
        run.signal,
      );
      if (run.signal.aborted) return;
      onBroken?.(brokenBlocks);
      const sound: ProofCheck = {
        kind: 'steps',
        label: `All ${steps} steps match what is shown and their hashes, and are in the signed tree.`,
        short: 'Content unchanged · Signed',
        holds: true,
      };
      const when: ProofCheck = {
        kind: 'time',
        label: `Checked in this browser on ${formatExact(Date.now())}.`,
        holds: true,
      };
      const logHolds = log.every((check) => check.holds);
      const all = [...(broken.length > 0 || !logHolds ? broken : [sound]), ...log, when];
      const holds = all.every((check) => check.holds);
      setState((before) => ({ ...before, checks: all, state: holds ? 'holds' : 'broken' }));
      onVerified?.(holds);
    } catch (error) {
      if (!run.signal.aborted)
        setState({ ...idle, failure: error instanceof Error ? error.message : 'The verification could not run.' });
    }
  };

  const shown = complete ? formatCounted(history.length, 'step') : `The first ${steps} of ${formatCount(total)} steps`;
  const titles = {
    idle: `${shown}, not verified in this browser yet`,
    checking: `Verified ${formatCount(done)} of ${formatCounted(history.length, 'step')}…`,
    holds: `${complete ? `${steps} of ${shown}` : shown} verified`,
    broken: 'This journey failed verification',
  };
  return (
    <div className="flex flex-col gap-3">
      <VerifiedMark
        state={state}
        title={titles[state]}
        checks={checks}
        onCheck={() => void verify()}
        actions={<EvidenceMenu of={{ assetId }} />}
      />
      {failure ? <Banner kind="warning">{failure}</Banner> : null}
    </div>
  );
}
