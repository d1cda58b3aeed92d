import type { importRoll } from '#domains/registry/contract.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { type FileWords, failureInFileWords } from './file-words.ts';
import type { BadRow, RollRow } from './read-roll.ts';

type Results = ResponseIn<typeof importRoll>['results'];
export type Outcome = Results[number]['outcome'];

export type RollProgress = {
  readonly state: 'sending' | 'stopped' | 'done';
  /** The number of properties that the server answered for, and their total. */
  readonly sent: number;
  readonly total: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly rejected: readonly BadRow[];
  /** The error that stopped sending. */
  readonly error: string | undefined;
};

/** Returns how many properties were sent, in a sentence, regardless of their outcomes. */
export const describeSent = ({ sent, total }: RollProgress): string =>
  `${formatCount(sent)} of ${formatCount(total)} sent`;

/** Returns the outcomes of the sent properties, and the number of rows left out before. */
export function describeOutcomes({ outcomes }: RollProgress, leftOut: number): string {
  const counted = (['registered', 'corrected', 'unchanged', 'rejected'] as const).map(
    (outcome) => `${formatCount(outcomes[outcome])} ${outcome}`,
  );
  return `${[...counted, ...(leftOut === 0 ? [] : [`${formatCount(leftOut)} not sent`])].join(', ')}.`;
}

export type RollSender = {
  progress(): RollProgress;
  /** Sends the rest. Stopping and continuing loses and doubles nothing, because a registered property stays as it is. */
  start(): Promise<void>;
  /** Stops after the requests in flight. */
  stop(): void;
};

/** The number of concurrent requests: while the server records one, it reads the next. */
const AT_ONCE = 2;

/** Sends a roll in requests, in order. A failed request stops it, and is sent again when it continues. */
export function createRollSender(
  chunks: readonly (readonly RollRow[])[],
  send: (chunk: readonly RollRow[]) => Promise<Results>,
  onChange: () => void,
  words: FileWords,
): RollSender {
  const left = [...chunks];
  const outcomes = { registered: 0, corrected: 0, unchanged: 0, rejected: 0 };
  const rejected: BadRow[] = [];
  const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  let [sent, state, error]: [number, RollProgress['state'], string | undefined] = [0, 'stopped', undefined];
  let progress: RollProgress;
  const change = () => {
    progress = { state, sent, total, outcomes: { ...outcomes }, rejected: [...rejected], error };
    onChange();
  };
  progress = { state, sent, total, outcomes, rejected, error };

  async function sendNext(): Promise<void> {
    while (state === 'sending') {
      const chunk = left.shift();
      if (chunk === undefined) return;
      try {
        const results = await send(chunk);
        sent += chunk.length;
        for (const [n, { outcome, propertyId, problem }] of results.entries()) {
          outcomes[outcome] += 1;
          if (outcome === 'rejected') rejected.push({ line: chunk[n]?.line ?? 0, propertyId, problem: problem ?? '' });
        }
      } catch (cause) {
        left.unshift(chunk);
        [state, error] = [
          'stopped',
          failureInFileWords(
            words,
            chunk.map(({ line }) => line),
            cause,
          ),
        ];
      }
      change();
    }
  }

  return {
    progress: () => progress,
    async start() {
      if (state === 'sending') return;
      [state, error] = ['sending', undefined];
      change();
      await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
      if (left.length === 0 && state === 'sending') state = 'done';
      change();
    },
    stop() {
      if (state === 'sending') state = 'stopped';
      change();
    },
  };
}
