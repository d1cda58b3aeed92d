import { useRef, useState } from 'react';
import type { Block } from '#domains/ledger/contract.ts';
import { EvidenceMenu, type ProofCheck, useVerdict, verifyJourney } from '#domains/ledger/web/index.ts';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { formatExact } from '#platform/web/format-time.ts';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { VerifiedMark } from '#platform/web/ui/feedback/verified-mark.tsx';
import type { ShownAsset } from './compare-shown.ts';
import { describeSound } from './describe-sound.ts';

type State = {
  readonly state: 'idle' | 'checking' | 'holds' | 'broken';
  readonly done: number;
  readonly checks: readonly ProofCheck[];
  readonly failure?: string;
  /** The verified content. The outcome does not apply to content shown later. */
  readonly of: readonly unknown[];
};

const idleTitle = (steps: string) => `${steps}, not verified in this browser yet`;
const idle: State = { state: 'idle', done: 0, checks: [], of: [] };

const areSame = (these: readonly unknown[], those: readonly unknown[]): boolean =>
  these.length === those.length && these.every((one, n) => one === those[n]);

export type JourneyVerificationProps = {
  assetId: string;
  history: readonly HistoryEvent[];
  complete: boolean;
  total: number;
  /** The other facts that the page shows about the asset. They are compared with the blocks. */
  shown?: ShownAsset | undefined;
  /** Called with the outcome of each verification that ran to its end. */
  onVerified?: (holds: boolean) => void;
  /** Called with the blocks of the steps that failed, and with none when a verification starts. */
  onBroken?: (blocks: ReadonlySet<number>) => void;
};

/**
 * Verifies every step in this browser against one signed checkpoint, and the shown facts against the verified blocks.
 * Lists the steps that fail, and the facts that the blocks contradict.
 */
export function JourneyVerification({
  assetId,
  history,
  complete,
  total,
  shown: asset,
  onVerified,
  onBroken,
}: JourneyVerificationProps) {
  const [latest, setState] = useState(idle);
  // A query that returns equal data keeps its objects.
  const of = [asset?.asset, ...history];
  const { state, done, checks, failure } = areSame(latest.of, of) ? latest : idle;
  const chain = useVerdict().data;
  const isBroken = chain?.state === 'invalid';
  const running = useRef<AbortController | undefined>(undefined);
  const steps = formatCount(history.length);

  const verify = async () => {
    running.current?.abort();
    const run = new AbortController();
    running.current = run;
    setState({ ...idle, of, state: 'checking' });
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
      const blocks: Block[] = [];
      const { log } = await verifyJourney(
        claims,
        (claim, verdict) => {
          setState((before) => ({ ...before, done: before.done + 1 }));
          if (verdict.block) blocks.push(verdict.block);
          const fault = verdict.checks.find((check) => !check.holds);
          if (!fault) return;
          broken.push({ ...fault, label: `Block ${formatCount(claim.index)}: ${fault.label}` });
          brokenBlocks.add(claim.index);
        },
        run.signal,
      );
      if (run.signal.aborted) return;
      const logHolds = log.every((check) => check.holds);
      // Without all blocks, the facts that depend on all of them are unknown.
      if (broken.length === 0 && logHolds) {
        const { compareShown } = await import('./compare-shown.ts');
        for (const { blockIndex, words } of compareShown({ history, complete, shown: asset }, blocks)) {
          broken.push({ kind: 'shown', label: words, holds: false });
          if (blockIndex !== undefined) brokenBlocks.add(blockIndex);
        }
      }
      onBroken?.(brokenBlocks);
      const sound: ProofCheck = {
        kind: 'steps',
        label: describeSound(history.length),
        short: 'Content unchanged · Signed',
        holds: true,
      };
      const when: ProofCheck = {
        kind: 'time',
        label: `Checked in this browser on ${formatExact(Date.now())}.`,
        holds: true,
      };
      const all = [...(broken.length > 0 || !logHolds ? broken : [sound]), ...log, when];
      const holds = all.every((check) => check.holds);
      setState((before) => ({ ...before, checks: all, state: holds ? 'holds' : 'broken' }));
      onVerified?.(holds && !isBroken);
    } catch (error) {
      if (!run.signal.aborted)
        setState({ ...idle, of, failure: error instanceof Error ? error.message : 'The verification could not run.' });
    }
  };

  const shown = complete
    ? formatCounted(history.length, 'step')
    : `The first ${steps} of ${formatCounted(total, 'step')}`;
  const titles = {
    idle: idleTitle(shown),
    checking: `Verified ${formatCount(done)} of ${formatCounted(history.length, 'step')}…`,
    holds: `${complete ? `${steps} of ${shown}` : shown} verified`,
    broken: 'This journey failed verification',
  };
  // The steps that are listed may hold while one is hidden, or another block was changed.
  const isDoubted = state === 'holds' && isBroken;
  const doubt = { label: chain?.error ?? 'The server’s own verification found a fault.', holds: false };
  return (
    <div className="flex flex-col gap-3">
      <VerifiedMark
        state={isDoubted ? 'broken' : state}
        title={isDoubted ? `${titles.holds}, but the chain is broken` : titles[state]}
        checks={isDoubted ? [...checks, doubt] : checks}
        onCheck={() => void verify()}
        actions={<EvidenceMenu of={{ assetId }} />}
      />
      {failure ? <Banner kind="warning">{failure}</Banner> : null}
    </div>
  );
}

/** Takes the place of the verification until the journey has loaded, as tall as it becomes for a journey of usual length. */
export function VerificationSkeleton({ assetId }: { assetId: string }) {
  return (
    <div aria-hidden="true" inert className="relative">
      <div className="invisible">
        <VerifiedMark
          state="idle"
          title={idleTitle(formatCounted(10, 'step'))}
          onCheck={() => {}}
          actions={<EvidenceMenu of={{ assetId }} />}
        />
      </div>
      <Skeleton className="absolute inset-0 rounded-8" />
    </div>
  );
}
