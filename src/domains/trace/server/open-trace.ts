import type { Appender, Ledger } from '#domains/ledger/server/index.ts';
import type { Allowances, Directory } from '#domains/participants/server/index.ts';
import { correctionsAmong, eventsIn } from '#domains/trace/contract/journey/corrections-among.ts';
import { createEventReplay } from '#domains/trace/contract/journey/replay-events.ts';
import { toneOfStatus } from '#domains/trace/contract/status-tones.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { RecordingQuotas } from '#platform/server/limits-config.ts';
import { readAssetNames } from './assets.ts';
import { catchUp } from './catch-up.ts';
import { readCustodyRules } from './custody-rules.ts';
import { readMarks } from './event-marks.ts';
import { createEventRules, type EventRequest } from './event-rules.ts';
import { createRecordingQuota, type RecordingQuota } from './quota/recording-quota.ts';
import { loadKnownTexts } from './search-texts.ts';

export type Trace = {
  readonly database: Database;
  readonly clock: Clock;
  readonly directory: Directory;
  /** The ledger of the events, and the renderer of their evidence. */
  readonly ledger: Ledger;
  /** Returns the known integrity of the chain. */
  readonly verdict: Ledger['verdict'];
  /** Appends every event to the chain. */
  readonly events: Appender<EventRequest>;
  /** Limits on recording and on new assets, besides the roles. */
  readonly allowances: Allowances;
  /** Limits what accounts record through the API. Undefined: no limit. */
  readonly quota: RecordingQuota | undefined;
  /** Stops the timer that keeps lists up to date, and waits for its work. */
  stop(): Promise<void>;
};

/** The delay of lists behind a busy chain. An earlier reader catches up itself. */
const CATCH_UP_MILLISECONDS = 1000;

/** Opens trace on a ledger. */
export async function openTrace(
  ledger: Ledger,
  { directory, allowances }: { directory: Directory; allowances: Allowances },
  clock: Clock,
  quotas: RecordingQuotas | undefined,
): Promise<Trace> {
  const { database } = ledger;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    timer = undefined;
    // A failure surfaces in the next read, which catches up too.
    running = catchUp(database).catch(() => undefined);
  };
  const [texts, custody] = await Promise.all([loadKnownTexts(database), readCustodyRules(database)]);
  const rules = createEventRules(texts, custody, () => {
    timer ??= setTimeout(run, CATCH_UP_MILLISECONDS).unref();
  });
  ledger.describeAssets({
    namesOf: (assetIds) => readAssetNames(database, assetIds),
    async correctionsOf(indexes) {
      const markOf = await readMarks(database, indexes);
      return new Map(
        indexes.flatMap((index): [number, number][] => {
          const { correctedBy } = markOf(index);
          return correctedBy === undefined ? [] : [[index, correctedBy]];
        }),
      );
    },
    correctionsAmong,
    standingAfter(assetId, blocks) {
      const replay = createEventReplay(assetId, custody);
      for (const event of eventsIn(blocks)) if (event.assetId === assetId) replay.push(event);
      const { state, marks } = replay.finish() ?? {};
      return (
        state && {
          name: state.name,
          namedBy: state.createdIndex,
          status: state.status,
          tone: toneOfStatus(state.status),
          place: state.location,
          holder: state.custodian,
          anomalies: new Map(
            [...(marks ?? [])].flatMap(([index, { anomalies, correctedBy }]) =>
              correctedBy === undefined && anomalies.length > 0 ? [[index, anomalies]] : [],
            ),
          ),
        }
      );
    },
  });
  return {
    database,
    clock,
    directory,
    allowances,
    ledger,
    verdict: ledger.verdict,
    events: ledger.register(rules),
    quota: quotas === undefined ? undefined : createRecordingQuota(database, clock, quotas),
    async stop() {
      clearTimeout(timer);
      await running;
    },
  };
}
