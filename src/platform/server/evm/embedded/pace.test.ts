import { expect, test } from 'vitest';
import { createPace, DeadlineExceeded, noUrgentWork, subtract, type ThreadTime, timeNow } from './pace.ts';

/** Waits without computing on this thread. */
const pass = (milliseconds: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

function compute(milliseconds: number): void {
  const until = process.threadCpuUsage().user + milliseconds * 1000;
  while (process.threadCpuUsage().user < until);
}

test('a call that waits for the processor keeps its time, and a call that computes uses it up', () => {
  const pace = createPace(60, noUrgentWork);
  pass(120);
  expect(pace.requireTime).not.toThrow();
  compute(70);
  expect(pace.requireTime).toThrow(DeadlineExceeded);
  expect(pace.used()).toBeGreaterThan(60);
});

test('a call that only waits ends too', () => {
  const pace = createPace(20, noUrgentWork);
  pass(110);
  expect(pace.requireTime).toThrow(DeadlineExceeded);
});

test('does not count the work of others between two slices', async () => {
  const pace = createPace(60, { ...noUrgentWork, pass: () => Promise.resolve(compute(70)) });
  pass(15);
  await pace.check();
  expect(pace.used()).toBeLessThan(60);
  expect(pace.requireTime).not.toThrow();
});

test('does not count urgent work that runs while the call waits, and counts what follows', async () => {
  let spent: ThreadTime = { passed: 0, computed: 0 };
  const runUrgent = (milliseconds: number) => {
    const began = timeNow();
    compute(milliseconds);
    spent = subtract(spent, subtract(began, timeNow()));
  };
  const pace = createPace(100, { pass: () => Promise.resolve(runUrgent(70)), spent: () => spent });
  runUrgent(150);
  expect(pace.requireTime).not.toThrow();
  // Urgent work between two slices is left out once.
  await pace.check();
  expect(pace.used()).toBeGreaterThanOrEqual(0);
  expect(pace.used()).toBeLessThan(100);
  compute(110);
  expect(pace.requireTime).toThrow(DeadlineExceeded);
});
