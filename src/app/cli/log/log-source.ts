import type { KeyBlock } from '@cairn/ledger-proof';

/** Where a log is read from: a server, a database, or a file. What it gives is not believed, only compared. */
export type LogSource = {
  /** For people: the address or the file. */
  readonly name: string;
  /** The key that the log says it signs with, as a C2SP vkey. */
  vkey(): Promise<string>;
  /** The blocks that announced a new key, ascending. */
  keyBlocks(): Promise<KeyBlock[]>;
  /** The last signed note over the log. */
  checkpoint(): Promise<string>;
  /** The newest one that the witnesses of these names have all cosigned (none named: any one), if there is one. */
  cosigned(names: readonly string[]): Promise<string | undefined>;
  /**
   * The first `width` entries of a bundle (C2SP tlog-tiles), and the hashes that the log keeps of them, 32 bytes each;
   * undefined where it has not that many.
   */
  entries(index: bigint, width: number): Promise<Uint8Array | undefined>;
  hashes(index: bigint, width: number): Promise<Uint8Array | undefined>;
};

/** A block as a log gives it: the exact bytes that are hashed, and the hash that the log keeps of them. */
export type LogEntry = { readonly entry: Uint8Array; readonly keptHash: Uint8Array };
