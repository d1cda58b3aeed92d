/** What is wrong with a log. The union is closed. */
export type LogFaultReason =
  /** A block without the fields of a block, or with data that is not canonical. */
  | 'block_malformed'
  /** A block missing, inserted, swapped or repeated. */
  | 'index_gap'
  /** A block that does not name the hash of the one before. */
  | 'prev_hash_mismatch'
  | 'timestamp_decreases'
  /** A block whose hash does not match its content. */
  | 'hash_mismatch'
  /** The log differs from what a checkpoint committed to, although every block is well-formed. */
  | 'root_mismatch'
  /** The log ends before the size of a checkpoint. */
  | 'truncated';

/** The first thing found wrong with a log. */
export interface LogFault {
  readonly ok: false;
  /**
   * The index of the first bad block. For `truncated` that of the first missing one; for `root_mismatch`, which cannot
   * be placed exactly, the first index that no fulfilled checkpoint covers.
   */
  readonly firstBadIndex: number;
  readonly reason: LogFaultReason;
  /** A sentence for people. */
  readonly message: string;
}
