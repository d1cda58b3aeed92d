import type { KeyBlock } from '@cairn/ledger-proof';

/** A source of a log: a server, a database, or a file. Its content is untrusted and only compared. */
export type LogSource = {
  /** The address or file, for messages. */
  readonly name: string;
  /** The key that the log claims to sign with, as a C2SP vkey. */
  vkey(): Promise<string>;
  /** The blocks that announced a new key, ascending. */
  keyBlocks(): Promise<KeyBlock[]>;
  /** The last signed note over the log. */
  checkpoint(): Promise<string>;
  /** The newest checkpoint cosigned by all named witnesses, or by any witness if none is named. */
  cosigned(names: readonly string[]): Promise<string | undefined>;
  /**
   * The first `width` entries of a bundle (C2SP tlog-tiles) with the hashes that the log stores for them, 32 bytes each.
   * Undefined if the log has fewer.
   */
  entries(index: bigint, width: number): Promise<Uint8Array | undefined>;
  hashes(index: bigint, width: number): Promise<Uint8Array | undefined>;
};

/** A block as the log returns it: the exact bytes that are hashed, and the hash that the log stores for them. */
export type LogEntry = { readonly entry: Uint8Array; readonly keptHash: Uint8Array };
