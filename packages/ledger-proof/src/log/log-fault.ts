/** The kinds of faults in a log. The union is closed. */
export type LogFaultReason =
  /** A block without the fields of a block, or with data that is not canonical. */
  | 'block_malformed'
  /** A missing, inserted, swapped or repeated block. */
  | 'index_gap'
  /** A block that does not name the hash of the previous one. */
  | 'prev_hash_mismatch'
  | 'timestamp_decreases'
  /** A block whose hash does not match its content. */
  | 'hash_mismatch'
  /** The log differs from what a checkpoint committed to, although every block is well-formed. */
  | 'root_mismatch'
  /** The log ends before the size of a checkpoint. */
  | 'truncated';

/** The first fault found in a log. */
export interface LogFault {
  readonly ok: false;
  /**
   * The index of the first bad block. For `truncated`, the first missing one. For `root_mismatch`, which has no exact
   * position, the first index that no matching checkpoint covers.
   */
  readonly firstBadIndex: number;
  readonly reason: LogFaultReason;
  /** A message for people. */
  readonly message: string;
}
