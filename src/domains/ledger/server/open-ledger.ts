import { randomBytes } from 'node:crypto';
import { type Checkpoint, formatVerifierKey, type VerifierKey } from '@cairn/ledger-proof';
import type { ChainVerdict } from '#domains/ledger/contract.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { ConnectionOptions, Database } from '#platform/server/database/database.ts';
import { openPipeline } from '#platform/server/database/pipeline.ts';
import type { Log } from '#platform/server/log.ts';
import type { AppendMetrics, SettledBatch } from './append-metrics.ts';
import type { Appender } from './batch.ts';
import { makePartitions } from './blocks.ts';
import { type AssetFacts, noAssetFacts } from './evidence/asset-facts.ts';
import { createSheets, type Sheets } from './evidence/sheets.ts';
import { createHeadFeed, type HeadFeed } from './head-feed.ts';
import { openCheckpoint, readLogKeys } from './log-keys.ts';
import { parsePeers } from './peers/parse-peers.ts';
import { createRecordNotes } from './peers/record-note.ts';
import { createFindings, readVerdict } from './read-verdict.ts';
import { requireSignedHistory } from './require-signed-history.ts';
import type { RuleSet } from './rule-set.ts';
import { Sequencer } from './sequencer.ts';
import { createSigner, type LedgerSigner } from './signing-key.ts';
import { startLedger } from './start-ledger.ts';
import { createStreamLimits, type StreamLimits } from './stream-limits.ts';
import { createValidations, type Validations } from './validations.ts';
import { type SigningRecordFile, signingRecordFile } from './verification/signing-record.ts';
import { type TrustOptions, trustCheckpoint } from './verification/trust-checkpoint.ts';
import { startVerifierThread } from './verification/verifier-thread.ts';
import { parseWitnesses, type Witness } from './witnesses/parse-witnesses.ts';

export type Ledger = {
  readonly database: Database;
  readonly clock: Clock;
  readonly feed: HeadFeed;
  readonly validations: Validations;
  /** The public key that verifies this ledger's checkpoints, as a C2SP vkey. */
  readonly vkey: string;
  readonly signer: LedgerSigner;
  /** The key in the genesis, from which all later keys follow. */
  readonly firstKey: VerifierKey;
  /** The witnesses that are asked to cosign checkpoints. */
  readonly witnesses: readonly Witness[];
  /** The URL at which users reach the server, without a trailing slash. Undefined until the server listens, unless configured. */
  readonly publicUrl: string | undefined;
  /** Sets the address that users open, which is known once the server listens. Does not replace a configured one. */
  servedAt(url: string): void;
  readonly closing: AbortSignal;
  readonly streamLimits: StreamLimits;
  /** The record of what this data folder last signed. */
  readonly recordFile: SigningRecordFile;
  /** Returns the signing record as a signed note, for the other servers of this ledger. Undefined where there is none. */
  recordNote(): Promise<string | undefined>;
  /** Returns the known integrity of the chain, in constant time. */
  verdict(): Promise<ChainVerdict>;
  /**
   * Resolves unless the database is known not to be the ledger that this server signed. Keys that sign anything else by it must not then: with an
   * old copy of the database, they would sign twice what has one number. Recording continues.
   * @throws AppError `server.unavailable`
   */
  requireSignedHistory(): Promise<void>;
  /** Creates the signing record from a checkpoint that an operator trusts. See `trustCheckpoint`. */
  trust(note: string, options: TrustOptions): ReturnType<typeof trustCheckpoint>;
  openCheckpoint(note: string): Promise<Checkpoint>;
  /**
   * Returns the appender for a domain's requests. Every domain of the process appends through the same sequencer.
   * A domain may have several, each under the name of its part. Throws when one is registered twice.
   */
  register<Request, State, Outcome>(rules: RuleSet<Request, State, Outcome>, part?: string): Appender<Request, Outcome>;
  /** Renders evidence sheets, one at a time in this process. */
  readonly sheets: Sheets;
  /** Sets the source of facts about assets on evidence sheets. */
  describeAssets(facts: AssetFacts): void;
  assetFacts(): AssetFacts;
  metrics(): AppendMetrics;
  stop(): Promise<void>;
};

export type LedgerOptions = {
  readonly database: Database;
  readonly connection: ConnectionOptions;
  readonly keyText: string;
  readonly origin: string;
  readonly demo: boolean;
  readonly production: boolean;
  /** False for a program that appends and leaves verification to the server. */
  readonly verifies: boolean;
  /** The folder of the signing record. */
  readonly dataFolder: string;
  /** The list of witnesses as configured: a vkey and a URL for each. */
  readonly witnesses: string | undefined;
  /** The configured origins of the other servers of this ledger, and whether they may be contacted without TLS. */
  readonly peers: { readonly list: string | undefined; readonly tls: 'required' | 'optional' };
  readonly publicUrl: string | undefined;
  /** Streams of live events that may be open, by client address and in total. */
  readonly liveStreams: { readonly perAddress: number; readonly total: number };
  readonly clock: Clock;
  readonly log: Log;
  /** Called with each answered batch. Must be fast and must not throw. */
  readonly onBatch?: (batch: SettledBatch) => void;
};

const PARTITION_CHECK_BLOCKS = 100_000;

/**
 * Opens the ledger: writes or checks the genesis, starts the verifier, follows the head. `stop` ends all of it cleanly.
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  const { database, connection, clock, log } = options;
  const signer = createSigner(options.origin, options.keyText);
  const witnesses = parseWitnesses(options.witnesses);
  const peers = parsePeers(options.peers.list, options.peers.tls);
  if (options.peers.tls === 'optional' && peers.some((peer) => peer.startsWith('http:')))
    log.warn(
      'CAIRN_PEERS_TLS is optional: an attacker who controls the network can hide the signatures of the other servers.',
    );
  const process = randomBytes(16).toString('hex');
  const recordFile = signingRecordFile(options.dataFolder, options.origin);
  await startLedger({ ...options, signer, recordFile });
  const closing = new AbortController();
  const feed = createHeadFeed({ database, connection, log });
  const validations = createValidations({ database, connection, signer, recordFile, clock, log });
  const findings = createFindings();
  const verifier = options.verifies
    ? startVerifierThread(
        {
          connection,
          origin: options.origin,
          keyText: options.keyText,
          witnesses,
          peers,
          process,
          dataFolder: options.dataFolder,
        },
        log,
        findings.receive,
      )
    : undefined;
  let partitionsCheckedAt = 0;
  const sequencer = new Sequencer({
    openPipeline: () => openPipeline(connection, (error) => log.warn({ err: error }, 'the ledger lost its connection')),
    clock,
    onBatch: options.onBatch,
    onAppended(head) {
      feed.announce();
      verifier?.appended(head);
      if (head.length - partitionsCheckedAt < PARTITION_CHECK_BLOCKS) return;
      partitionsCheckedAt = head.length;
      makePartitions(database, head.length).catch((error) => log.error({ err: error }, 'creating partitions failed'));
    },
  });
  const registered = new Set<string>();
  let assetFacts = noAssetFacts;
  let publicUrl = options.publicUrl;

  return {
    database,
    clock,
    feed,
    validations,
    vkey: formatVerifierKey(signer.key),
    witnesses,
    get publicUrl() {
      return publicUrl;
    },
    servedAt(url) {
      publicUrl ??= url;
    },
    closing: closing.signal,
    streamLimits: createStreamLimits(options.liveStreams),
    trust: (note, how) => trustCheckpoint({ database, connection, signer, recordFile }, note, how),
    verdict: () => readVerdict(database, options.verifies ? findings.read() : undefined),
    recordFile,
    requireSignedHistory: () => requireSignedHistory(recordFile),
    recordNote: createRecordNotes(recordFile, signer, process),
    signer,
    firstKey: signer.firstKey,
    openCheckpoint: async (note) => openCheckpoint(await readLogKeys(database, signer.firstKey), note),
    register(rules, part) {
      const name = [rules.types.domain, ...(part === undefined ? [] : [part])].join(' ');
      if (registered.has(name)) throw new Error(`The rules of ${name} are registered twice`);
      registered.add(name);
      return sequencer.register(rules);
    },
    sheets: createSheets(),
    describeAssets(facts) {
      assetFacts = facts;
    },
    assetFacts: () => assetFacts,
    metrics: () => sequencer.metrics(),
    async stop() {
      closing.abort();
      await Promise.allSettled([sequencer.stop()]);
      await Promise.allSettled([verifier?.stop(), validations.stop(), feed.stop()]);
    },
  };
}
