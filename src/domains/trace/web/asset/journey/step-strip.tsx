import { useEffect } from 'react';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { formatDay } from '#platform/web/format-time.ts';
import { Kbd } from '#platform/web/ui/action/kbd.tsx';
import { StoneStrip } from '#platform/web/ui/chart/stone-strip.tsx';
import { titleOf } from '../../actions.ts';
import { StatusBadge, toneOfStatus } from '../../status-badge.tsx';

export type StepStripProps = {
  history: readonly HistoryEvent[];
  selected: number | undefined;
  onSelect: (blockIndex: number) => void;
};

/** The steps in a row with one selected. `[` and `]` move between them from anywhere on the page. */
export function StepStrip({ history, selected, onSelect }: StepStripProps) {
  useStepKeys(history, selected, onSelect);
  const stones = history.map((event) => ({
    id: event.blockIndex,
    label: titleOf(event.action),
    caption: formatDay(Date.parse(event.timestamp)),
    tone: event.anomalies.length > 0 ? ('amber' as const) : undefined,
    vein: toneOfStatus(event.status),
  }));
  return (
    <>
      <StoneStrip label="Steps" stones={stones} selected={selected} onSelect={onSelect} />
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-12 text-muted">
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
    </>
  );
}

function useStepKeys(history: readonly HistoryEvent[], selected: number | undefined, onSelect: (at: number) => void) {
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
      onSelect(next.blockIndex);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [history, selected, onSelect]);
}
