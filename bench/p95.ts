const ROUNDS = 60;

/** Returns the 95th percentile of the milliseconds that `work` takes, one call after another. */
export async function p95(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(ROUNDS * 0.95)] ?? 0;
}
