import { counted } from '#platform/contract/counted.ts';
import { AppError } from '#platform/contract/errors.ts';
import type { Trace } from '../open-trace.ts';
import type { Drafted } from './draft-blocks.ts';
import type { PlannedBlock, PlannedEvent } from './event-to-block.ts';

/** Called with the number of durable blocks. */
export type OnProgress = ((done: number, total: number) => void) | undefined;

/** An event of a document whose blocks all existed already, with the index of its first block. */
export type Repetition = { readonly pointer: string; readonly block: number };

/** Concurrent appends: enough to fill the ledger's batches, few enough to leave room for other callers. */
const WINDOW = 3000;

/**
 * Appends concurrently. The ledger preserves the arrival order, so each object's journey stays in order.
 * @param former blocks that earlier versions stored, by index
 */
export async function appendBlocks(
  { events }: Pick<Trace, 'events'>,
  drafted: readonly Drafted[],
  former: ReadonlyMap<PlannedBlock, number>,
  onProgress: OnProgress,
): Promise<{ blocks: number; repetitions: Repetition[] }> {
  const underWay: Promise<void>[] = [];
  const fresh = new Set<PlannedEvent>();
  const firstBlocks = new Map<PlannedEvent, number>();
  let blocks = 0;
  let done = 0;
  const append = async ({ planned, block, request }: Drafted) => {
    const stored = block === undefined ? undefined : former.get(block);
    const appended = stored === undefined ? await events.append(request) : { fresh: false, index: stored };
    done += 1;
    if (appended.fresh) blocks += 1;
    if (appended.fresh && planned !== undefined) fresh.add(planned);
    if (planned !== undefined && block === planned.blocks[0]) firstBlocks.set(planned, appended.index);
    onProgress?.(done, drafted.length);
  };
  try {
    for (const one of drafted) {
      const appending = append(one);
      // Its failure is handled in turn; until then it must not count as unhandled.
      appending.catch(() => undefined);
      underWay.push(appending);
      if (underWay.length >= WINDOW) await underWay.shift();
    }
    await Promise.all(underWay);
  } catch (error) {
    await Promise.allSettled(underWay);
    if (!(error instanceof AppError)) throw error;
    throw new AppError(
      error.kind,
      `${error.message} ${done} of ${counted(drafted.length, 'block is', 'blocks are')} stored; import the document again for the rest.`,
      { cause: error, ...(error.hint === undefined ? {} : { hint: error.hint }) },
    );
  }
  // The order of a map is that in which the appends were answered.
  const repetitions = [...firstBlocks]
    .filter(([planned]) => !fresh.has(planned))
    .map(([{ pointer }, block]) => ({ pointer, block }));
  return { blocks, repetitions };
}
