import { useEffect } from 'react';
import { toneOfStatus } from '#domains/trace/contract/status-tones.ts';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { formatDay } from '#platform/web/format-time.ts';
import { Kbd } from '#platform/web/ui/action/kbd.tsx';
import { StoneStrip } from '#platform/web/ui/chart/stone-strip.tsx';
import { titleOf } from '../../actions.ts';
import { StatusBadge } from '../../status-badge.tsx';

export type StepStripProps = {
  history: readonly HistoryEvent[];
  selected: number | undefined;
  onSelect: SelectStep;
  /** The steps that failed verification in this browser, by their blocks. */
  broken: ReadonlySet<number>;
};

/** Selects a step by its block. `walking` is true while the keyboard passes through several. */
export type SelectStep = (blockIndex: number, walking?: boolean) => void;

/**
 * The steps in a row with one selected: the selection that the journey, the map and the lineage share. `[` and `]` move
 * it from anywhere on the page.
 */
export function StepStrip({ history, selected, onSelect, broken }: StepStripProps) {
  useStepKeys(history, selected, onSelect);
  const stones = history.map((event) => ({
    id: event.blockIndex,
    label: titleOf(event.action),
    caption: formatDay(Date.parse(event.timestamp)),
    tone: event.anomalies.length > 0 ? ('amber' as const) : undefined,
    vein: toneOfStatus(event.status),
    fault: broken.has(event.blockIndex) ? 'Broken' : undefined,
  }));
  return (
    <section aria-label="Steps of the journey" className="rounded-12 border border-line bg-surface print:hidden">
      <StoneStrip label="Steps" stones={stones} selected={selected} onSelect={onSelect} />
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-5 py-2 text-12 text-muted">
        <p className="flex flex-wrap items-center gap-1.5">
          Status after each step
          {[...new Set(history.map(({ status }) => status))].map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </p>
        <p className="hidden items-center gap-1.5 sm:flex">
          <Kbd keys={['[']} /> <Kbd keys={[']']} /> walk the steps
        </p>
      </div>
    </section>
  );
}

function useStepKeys(history: readonly HistoryEvent[], selected: number | undefined, onSelect: SelectStep) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const by = event.key === ']' ? 1 : event.key === '[' ? -1 : 0;
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, [role="dialog"]');
      if (by === 0 || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const at = history.findIndex((step) => step.blockIndex === selected);
      const next = history[at < 0 ? (by > 0 ? 0 : history.length - 1) : at + by];
      if (next === undefined) return;
      event.preventDefault();
      onSelect(next.blockIndex, true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [history, selected, onSelect]);
}
