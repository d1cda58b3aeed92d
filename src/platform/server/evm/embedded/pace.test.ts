import { expect, test } from 'vitest';
import { createPace, DeadlineExceeded } from './pace.ts';

const nobody = () => Promise.resolve();

/** Waits without computing on this thread. */
const pass = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

function compute(milliseconds: number): void {
  const until = process.threadCpuUsage().user + milliseconds * 1000;
  while (process.threadCpuUsage().user < until);
}

test('a call that waits for the processor keeps its time, and a call that computes uses it up', () => {
  const pace = createPace(60, nobody);
  pass(120);
  expect(pace.requireTime).not.toThrow();
  compute(70);
  expect(pace.requireTime).toThrow(DeadlineExceeded);
  expect(pace.used()).toBeGreaterThan(60);
});

test('a call that only waits ends too', () => {
  const pace = createPace(20, nobody);
  pass(110);
  expect(pace.requireTime).toThrow(DeadlineExceeded);
});

test('does not count the work of others between two slices', async () => {
  const pace = createPace(60, () => Promise.resolve(compute(70)));
  pass(15);
  await pace.check();
  expect(pace.used()).toBeLessThan(60);
  expect(pace.requireTime).not.toThrow();
});
