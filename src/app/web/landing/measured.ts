/** A result of `bench/RESULTS.md`, and its design target. */
export type Measured = {
  readonly what: string;
  readonly result: string;
  readonly size: string;
  /** The design target, if it is larger than the measured size. */
  readonly target?: string;
};

/** The results that the landing page shows. A test compares them with `bench/RESULTS.md`. */
export const measured: readonly Measured[] = [
  { what: 'Asset search, 95 of 100 within', result: '52.9 ms', size: '1,000,000 assets', target: '10M+ assets' },
  { what: 'Dashboard, 95 of 100 within', result: '3.6 ms', size: '1,000,000 blocks', target: '50M+ events' },
  { what: 'Blocks read, 8 readers', result: '9,105/s', size: '1,136,894 blocks', target: '50M+ events' },
  { what: 'Events recorded, 64 callers', result: '12,015/s', size: '10,000 blocks', target: '50M+ events' },
  { what: 'Events recorded, 1,024 callers', result: '15,319/s', size: '10,000 blocks', target: '50M+ events' },
  { what: 'Blocks validated, 2 threads', result: '516,920/s', size: '1,136,894 blocks', target: '50M+ events' },
];
