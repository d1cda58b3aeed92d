/** A result of `bench/RESULTS.md`, and the size that the same should reach. */
export type Measured = {
  readonly what: string;
  readonly result: string;
  readonly size: string;
  /** The design target, if it is larger than the measured size. */
  readonly target?: string;
};

/** The results that the landing page shows. A test compares them with `bench/RESULTS.md`. */
export const measured: readonly Measured[] = [
  { what: 'Asset search, 95 of 100 within', result: '113.3 ms', size: '1,000,000 assets', target: '10M+ assets' },
  { what: 'Dashboard, 95 of 100 within', result: '5.3 ms', size: '1,000,000 blocks', target: '50M+ events' },
  { what: 'Blocks read, 8 readers', result: '4,324/s', size: '1,000,000 blocks', target: '50M+ events' },
  { what: 'Events recorded, 64 callers', result: '6,953/s', size: '10,000 blocks', target: '50M+ events' },
  { what: 'Events recorded, 1,024 callers', result: '7,690/s', size: '10,000 blocks', target: '50M+ events' },
  { what: 'Blocks validated, 2 threads', result: '168,614/s', size: '1,000,000 blocks', target: '50M+ events' },
];
