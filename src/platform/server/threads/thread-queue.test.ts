import { getPriority } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { Errand } from './thread-queue.fixture.ts';
import { createThreadQueue, ThreadFailure, type ThreadQueueOptions } from './thread-queue.ts';

const open = (options: Partial<ThreadQueueOptions> = {}) => {
  const queue = openQueue(options);
  return {
    run: (errand: Errand, signal?: AbortSignal, client?: string) => queue.run(() => errand, signal, client),
  };
};
const openQueue = (options: Partial<ThreadQueueOptions> = {}) =>
  createThreadQueue<Errand, string>({
    module: new URL('./thread-queue.fixture.ts', import.meta.url),
    waitingMax: 3,
    timeoutSeconds: 20,
    heapMegabytes: 32,
    idleSeconds: 5,
    endsAbandoned: true,
    busy: 'Busy.',
    ...options,
  });

const hang = { do: 'hang' } as const;
const outcomesOf = async (runs: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(runs)).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'));

describe('a thread queue', () => {
  test('answers every question with its own answer', async () => {
    const queue = open();
    const words = ['one', 'two', 'three', 'four'];
    expect(await Promise.all(words.map((say) => queue.run({ say })))).toEqual(words);
  });

  test('refuses a question with 503 and the seconds to wait when the queue is full', async () => {
    const queue = open();
    const runs = Array.from({ length: 5 }, (_, n) => queue.run({ say: String(n) }));
    await expect(runs[4]).rejects.toMatchObject({ kind: { status: 503 }, retryAfterSeconds: 2, message: 'Busy.' });
    expect(await Promise.all(runs.slice(0, 4))).toEqual(['0', '1', '2', '3']);
  });

  test('drops a waiting question whose caller has disconnected, and makes room for another', async () => {
    const queue = open();
    const gone = new AbortController();
    const first = queue.run({ say: 'first' });
    const waiting = Array.from({ length: 3 }, () => queue.run(hang, gone.signal));
    gone.abort();
    expect(await outcomesOf([...waiting, first, queue.run({ say: 'next' })])).toEqual([
      'failed',
      'failed',
      'failed',
      'first',
      'next',
    ]);
  });

  test('ends the running question when its caller has disconnected', async () => {
    const queue = open();
    const gone = new AbortController();
    const endless = queue.run(hang, gone.signal);
    const next = queue.run({ say: 'next' });
    gone.abort();
    await expect(endless).rejects.toBe(gone.signal.reason);
    expect(await next).toBe('next');
  });

  test('keeps the thread of an abandoned question if configured to', async () => {
    const queue = open({ endsAbandoned: false, timeoutSeconds: 3 });
    const gone = new AbortController();
    const endless = queue.run(hang, gone.signal);
    const next = queue.run({ say: 'next' });
    await new Promise((resolve) => setImmediate(resolve));
    gone.abort();
    await expect(endless).rejects.toBe(gone.signal.reason);
    const began = performance.now();
    expect(await next).toBe('next');
    expect(performance.now() - began).toBeGreaterThan(2000);
  });

  test('does not start a question whose caller has already disconnected', async () => {
    await expect(open().run(hang, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });

  test.each([
    ['fails', { do: 'throw' }],
    ['runs out of memory', { do: 'exhaust memory' }],
  ] as const)('answers the other questions when one %s', async (_, errand) => {
    const queue = open();
    const broken = queue.run(errand);
    const others = [queue.run({ say: 'a' }), queue.run({ say: 'b' })];
    await expect(broken).rejects.toBeInstanceOf(ThreadFailure);
    expect(await Promise.all(others)).toEqual(['a', 'b']);
  });

  test('ends a question that takes too long, and answers the next', async () => {
    const queue = open({ timeoutSeconds: 3 });
    const endless = queue.run(hang);
    const next = queue.run({ say: 'next' });
    await expect(endless).rejects.toThrow('No answer within 3 s of processor time.');
    expect(await next).toBe('next');
  });

  test('does not end a question that waits for the processor', async () => {
    const queue = open({ timeoutSeconds: 1 });
    expect(await queue.run({ sleepMilliseconds: 2500 })).toBe('slept');
  });

  test('ends a question that hangs without using the processor, and answers the next', async () => {
    const queue = open({ hangingSeconds: 2 });
    const endless = queue.run({ sleepMilliseconds: 600_000 });
    const next = queue.run({ say: 'next' });
    await expect(endless).rejects.toThrow('No answer within 2 s.');
    expect(await next).toBe('next');
  });

  test('lets clients take turns', async () => {
    const queue = open({ waitingMax: 10 });
    const answered: string[] = [];
    const ask = async (say: string, client: string) => answered.push(await queue.run({ say }, undefined, client));
    await Promise.all([
      ...['A1', 'A2', 'A3', 'A4'].map((say) => ask(say, 'A')),
      ask('B1', 'B'),
      ask('B2', 'B'),
      ask('C1', 'C'),
    ]);
    expect(answered).toEqual(['A1', 'B1', 'A2', 'C1', 'B2', 'A3', 'A4']);
  });

  test('refuses the newest question of the client with the most when another client needs a place', async () => {
    const queue = open({ waitingMax: 3 });
    const own = ['A0', 'A1', 'A2', 'A3'].map((say) => queue.run({ say }, undefined, 'A'));
    const others = [queue.run({ say: 'B1' }, undefined, 'B'), queue.run({ say: 'C1' }, undefined, 'C')];
    const refused = queue.run({ say: 'B2' }, undefined, 'B');
    await expect(refused).rejects.toMatchObject({ kind: { status: 503 } });
    expect(await outcomesOf([...own, ...others])).toEqual(['A0', 'A1', 'failed', 'failed', 'B1', 'C1']);
  });

  test.runIf(process.platform === 'linux')(
    'runs at a lower priority than the thread that answers requests',
    async () => {
      const priority = Number(await open().run({ do: 'report its priority' }));
      expect(priority).toBe(Math.max(10, getPriority()));
    },
  );

  test('prepares one question at a time, and none whose caller has disconnected', async () => {
    const queue = openQueue();
    const prepared: string[] = [];
    const gone = new AbortController();
    const prepare = (say: string) => async () => {
      prepared.push(say);
      await new Promise((resolve) => setImmediate(resolve));
      return { say };
    };
    const first = queue.run(prepare('first'));
    const dropped = queue.run(prepare('dropped'), gone.signal);
    const last = queue.run(prepare('last'));
    gone.abort();
    expect(prepared).toEqual(['first']);
    await expect(dropped).rejects.toBe(gone.signal.reason);
    expect([await first, await last]).toEqual(['first', 'last']);
    expect(prepared).toEqual(['first', 'last']);
  });

  test('rethrows an error of preparing a question, and answers the next', async () => {
    const queue = openQueue();
    const refused = queue.run(() => Promise.reject(new Error('no such thing')));
    const next = queue.run(() => ({ say: 'next' }));
    await expect(refused).rejects.toThrow('no such thing');
    expect(await next).toBe('next');
  });

  test('does not send a question to the thread if its caller disconnected during preparation', async () => {
    const queue = openQueue();
    const gone = new AbortController();
    let finish: (errand: Errand) => void = () => {};
    const endless = queue.run(() => new Promise<Errand>((resolve) => (finish = resolve)), gone.signal);
    const next = queue.run(() => ({ say: 'next' }));
    gone.abort();
    await expect(endless).rejects.toBe(gone.signal.reason);
    finish(hang);
    expect(await next).toBe('next');
  });
});
