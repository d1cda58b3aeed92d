import type { HistoryEvent, LineageEdge } from '#domains/trace/contract.ts';
import type { SelectStep } from '../journey/step-strip.tsx';

/** How a link relates to the selected step: recorded by it, recorded after it, or neither. */
export type LinkState = 'selected' | 'later' | 'plain';

/** The page's selected step, as the lineage shows it. */
export type LinkSelection = {
  /** The selected step. */
  readonly step: HistoryEvent | undefined;
  stateOf(edge: LineageEdge): LinkState;
  /** Reports whether a step of this asset recorded the link. Other links belong to the journeys of other assets. */
  isStep(edge: LineageEdge): boolean;
  /** Selects the step in this block, if it is one of this asset. */
  select(blockIndex: number): void;
};

/** Returns the selection of the links of an asset whose loaded steps are `history`. */
export function linkSelection(
  history: readonly HistoryEvent[],
  selected: number | undefined,
  onSelect: SelectStep,
): LinkSelection {
  const steps = new Map(history.map((event) => [event.blockIndex, event]));
  const step = selected === undefined ? undefined : steps.get(selected);
  return {
    step,
    stateOf({ blockIndex, untilBlock }) {
      if (step === undefined) return 'plain';
      if (blockIndex === step.blockIndex || untilBlock === step.blockIndex) return 'selected';
      return blockIndex > step.blockIndex ? 'later' : 'plain';
    },
    isStep: ({ blockIndex }) => steps.has(blockIndex),
    select(blockIndex) {
      if (steps.has(blockIndex)) onSelect(blockIndex);
    },
  };
}
