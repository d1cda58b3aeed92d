import { ArrowDown, ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCounted } from '#platform/web/format-number.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { IconButton } from '#platform/web/ui/action/icon-button.tsx';
import { Kbd } from '#platform/web/ui/action/kbd.tsx';
import { StoneStrip } from '#platform/web/ui/chart/stone-strip.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { blockNumber } from '../block-number.ts';
import { windowSize } from '../queries.ts';
import { useVerdict } from '../use-verdict.ts';
import { labelOf, summaryOf } from './block-summary.ts';
import type { useChainWalk } from './use-chain-walk.ts';

/** The blocks of the window in a row, oldest on the left, with controls for older and newer ones. */
export function BlockStrip({
  walk,
  wordsOf,
}: {
  walk: ReturnType<typeof useChainWalk>;
  wordsOf: (action: string) => string;
}) {
  const { blocks, end, length, waiting } = walk;
  const verdict = useVerdict();
  const first = blocks?.[0]?.index;
  return (
    <section
      aria-label="Chain"
      aria-busy={blocks === undefined}
      className="rounded-12 border border-line bg-surface print:hidden"
    >
      {blocks === undefined ? (
        <div className="flex gap-4 overflow-clip px-5 pt-5 pb-3.5">
          {Array.from({ length: 14 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: stones of a skeleton have no identity.
            <Skeleton key={at} className="h-21.5 w-21 shrink-0 rounded-12" />
          ))}
        </div>
      ) : (
        <StoneStrip
          label="Blocks"
          selected={walk.selected}
          onSelect={walk.select}
          stones={blocks.map((block) => ({
            id: block.index,
            label: labelOf(block.index),
            caption: wordsOf(summaryOf(block).action),
            fault: verdict.data?.blockIndex === block.index ? 'Broken' : undefined,
          }))}
        />
      )}
      <footer className="flex min-h-11 items-center gap-3 border-t border-line px-3 py-1 text-13 text-muted">
        <IconButton label="Older blocks" size="small" disabled={!first} onClick={() => walk.showWindow(first ?? 0)}>
          <ChevronLeft aria-hidden="true" size={16} />
        </IconButton>
        <span className="tabular" aria-live="polite">
          {first === undefined || end === undefined
            ? '…'
            : `${rangeOf(first, end - 1)} of ${formatCounted(length ?? 0, 'block')}`}
        </span>
        <IconButton
          label="Newer blocks"
          size="small"
          disabled={end === undefined || length === undefined || end >= length}
          onClick={() => walk.showWindow(Math.min((end ?? 0) + windowSize, length ?? 0))}
        >
          <ChevronRight aria-hidden="true" size={16} />
        </IconButton>
        <span className="hidden items-center gap-2 text-faint md:flex">
          <Kbd keys={['←', '→']} /> walk the chain
        </span>
        <span aria-live="polite" className="ml-auto">
          {waiting > 0 ? (
            <Button
              size="small"
              icon={<ArrowDown aria-hidden="true" size={14} className="-rotate-90" />}
              onClick={walk.showNewest}
            >
              {formatCounted(waiting, 'new block')}
            </Button>
          ) : null}
        </span>
      </footer>
    </section>
  );
}

/** Formats the blocks from one index to another, the last included. */
const rangeOf = (first: number, last: number) =>
  first === last ? blockNumber(first) : `${blockNumber(first)}–${blockNumber(last)}`;
