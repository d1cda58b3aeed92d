/** The first bad block of a log, with the reason as a sentence. */
export type Fault = {
  readonly index: number;
  readonly reason: string;
  /** The last block that may be the first bad one, if only a range is known. Otherwise it is `index`. */
  readonly upTo?: number;
};
