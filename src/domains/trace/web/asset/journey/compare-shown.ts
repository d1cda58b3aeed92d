import type { Block } from '#domains/ledger/contract.ts';
import type { AssetState } from '#domains/trace/contract/journey/asset-state.ts';
import { correctionsAmong, eventsIn } from '#domains/trace/contract/journey/corrections-among.ts';
import type { CustodyRules } from '#domains/trace/contract/journey/journey.ts';
import { createEventReplay } from '#domains/trace/contract/journey/replay-events.ts';
import type { Asset, HistoryEvent } from '#domains/trace/contract.ts';
import { formatCount, formatCounted } from '#platform/web/format-number.ts';
import { formatExact } from '#platform/web/format-time.ts';

/** What a page shows about an asset, and the blocks from which each rule of custody applies. */
export type ShownAsset = { readonly asset: Asset; readonly custodyRules: CustodyRules };

/** A fact that verified blocks contradict. */
export type Contradiction = {
  /** The step that it is about, if it is about one. */
  readonly blockIndex?: number;
  readonly words: string;
};

export type ShownJourney = {
  readonly history: readonly HistoryEvent[];
  /** Whether `history` has all steps. */
  readonly complete: boolean;
  readonly shown: ShownAsset | undefined;
};

/**
 * Compares the facts that a page shows about an asset with its verified blocks. The server reads names,
 * statuses, places, holders and marks from tables that no proof covers.
 */
export function compareShown(journey: ShownJourney, blocks: readonly Block[]): Contradiction[] {
  const steps = compareSteps(journey, blocks);
  // Marks decide which events count, so the facts below would only repeat a wrong one.
  if (steps.length > 0 || journey.shown === undefined) return steps;
  return compareAsset(journey.shown, journey, blocks);
}

const block = (index: number) => `block ${formatCount(index)}`;
const capitalBlock = (index: number) => `Block ${formatCount(index)}`;

function compareSteps({ history, complete }: ShownJourney, blocks: readonly Block[]): Contradiction[] {
  const events = new Map(eventsIn(blocks).map((event) => [event.index, event]));
  const corrections = correctionsAmong(blocks);
  return history.flatMap((step): Contradiction[] => {
    const { blockIndex, correctedBy, corrects } = step;
    const event = events.get(blockIndex);
    if (event === undefined) return [{ blockIndex, words: `${capitalBlock(blockIndex)} is not an event of an asset.` }];
    const found: string[] = [];
    const compare = (fact: string, shown: string | undefined, said: string | undefined) => {
      if (shown !== said) found.push(differs(fact, shown, said, blockIndex));
    };
    compare('Participant', step.participant, event.participant);
    compare('Recorded by', step.recordedBy, event.recordedBy);
    compare('Location', step.location, event.location);
    compare('Time', step.timestamp, new Date(event.happenedAt).toISOString());
    if (corrects !== event.corrects)
      found.push(`The step of ${block(blockIndex)} is shown as a correction of another block than it states.`);
    const by = corrections.get(blockIndex);
    const isLoaded = complete || correctedBy === undefined || events.has(correctedBy);
    if (by !== undefined && by !== correctedBy)
      found.push(`${capitalBlock(by)} corrects ${block(blockIndex)}, but the step is not shown as corrected by it.`);
    else if (by === undefined && correctedBy !== undefined && isLoaded)
      found.push(
        `The step of ${block(blockIndex)} is shown as corrected by ${block(correctedBy)}, which does not correct it.`,
      );
    return found.map((words) => ({ blockIndex, words }));
  });
}

/** Stored times may lose a fraction of a millisecond, so they are compared as the page shows them, to the second. */
const secondOf = (at: number | string) => formatExact(new Date(at).getTime());

const yesOrNo = (fact: boolean) => (fact ? 'yes' : 'no');

/** Each fact with its label on the page. */
const facts = [
  ['Name', (state: AssetState) => state.name, (asset: Asset) => asset.name],
  ['Category', (state) => state.category, (asset) => asset.category],
  ['Batch', (state) => state.batch, (asset) => asset.batch],
  ['Status', (state) => state.status, (asset) => asset.currentStatus],
  ['Location', (state) => state.location, (asset) => asset.currentLocation],
  ['In custody of', (state) => state.custodian, (asset) => asset.custodian],
  ['On its way', (state) => yesOrNo(state.inShipment), (asset) => yesOrNo(asset.inShipment)],
  ['On its way to', (state) => state.addressee, (asset) => asset.addressee],
  ['Created', (state) => secondOf(state.createdAt), (asset) => secondOf(asset.createdAt)],
  ['Updated', (state) => secondOf(state.updatedAt), (asset) => secondOf(asset.updatedAt)],
] as const satisfies readonly (readonly [
  string,
  (state: AssetState) => string | undefined,
  (asset: Asset) => string | undefined,
])[];

/** The facts that the first step decides. The others need all steps. */
const DECIDED_BY_FIRST: readonly string[] = ['Name', 'Category', 'Batch'];

function compareAsset(
  { asset, custodyRules }: ShownAsset,
  { history, complete }: ShownJourney,
  blocks: readonly Block[],
): Contradiction[] {
  const replay = createEventReplay(asset.assetId, custodyRules);
  const saidBy = new Map<string, number>();
  let state: AssetState | undefined;
  for (const event of eventsIn(blocks)) {
    const next = replay.push(event);
    for (const [fact, read] of facts)
      if (state === undefined || read(next) !== read(state)) saidBy.set(fact, event.index);
    state = next;
  }
  const last = state;
  if (last === undefined) return [];
  if (complete && asset.eventCount !== last.eventCount) {
    const [counts, lists] = [formatCounted(asset.eventCount, 'step'), formatCount(last.eventCount)];
    return [{ words: `The server counts ${counts}, but lists ${lists}. Reload the page and verify again.` }];
  }
  const marks = replay.finish()?.marks;
  const wrongMarks = complete
    ? history.filter((step) => step.anomalies.join() !== (marks?.get(step.blockIndex)?.anomalies ?? []).join())
    : [];
  return [
    ...facts.flatMap(([fact, read, shownIn]): Contradiction[] => {
      const [shown, said] = [shownIn(asset), read(last)];
      if (shown === said || !(complete || DECIDED_BY_FIRST.includes(fact))) return [];
      return [{ words: differs(fact, shown, said, saidBy.get(fact) ?? last.lastIndex) }];
    }),
    ...wrongMarks.map(({ blockIndex }) => ({
      blockIndex,
      words: `The step of ${block(blockIndex)} is shown with other anomalies than the blocks have.`,
    })),
  ];
}

const differs = (fact: string, shown: string | undefined, said: string | undefined, index: number): string =>
  `${fact}: this page shows ${shown === undefined ? 'none' : `“${shown}”`}, but ${block(index)} says ${said === undefined ? 'none' : `“${said}”`}.`;
