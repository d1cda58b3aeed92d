import { useEffect } from 'react';
import type { HistoryEvent } from '#domains/trace/contract.ts';
import { formatDay } from '#platform/web/format-time.ts';
import { Kbd } from '#platform/web/ui/action/kbd.tsx';
import { StoneStrip } from '#platform/web/ui/chart/stone-strip.tsx';
import { titleOf } from '../../actions.ts';

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
  }));
  return (
    <>
      <StoneStrip label="Steps" stones={stones} selected={selected} onSelect={onSelect} />
      <p className="mt-1 hidden items-center gap-1.5 text-12 text-muted sm:flex">
        <Kbd keys={['[']} /> <Kbd keys={[']']} /> walk the steps
      </p>
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
