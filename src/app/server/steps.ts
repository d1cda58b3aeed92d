/** Tells each step as it ends, with its time, and adds them up. */
export function createSteps(print: (line: string) => void) {
  const begun = performance.now();
  return {
    async run<T>(name: string, work: () => Promise<T>): Promise<T> {
      const start = performance.now();
      const result = await work();
      print(`  ${name.padEnd(12)} ${format(performance.now() - start)}`);
      return result;
    },
    total: () => format(performance.now() - begun),
  };
}

const format = (milliseconds: number) =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
