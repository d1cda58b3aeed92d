import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { systemClock } from '#platform/server/clock.ts';
import { type ConnectionOptions, openDatabase } from '#platform/server/database/database.ts';
import { createPeerWatch } from '../peers/peer-watch.ts';
import { createSecondServerAlarm } from '../peers/second-server-alarm.ts';
import type { Head } from '../seal-blocks.ts';
import { createSigner } from '../signing-key.ts';
import type { Witness } from '../witnesses/parse-witnesses.ts';
import { createWitnessRounds } from '../witnesses/witness-rounds.ts';
import { copyClientConfig } from './copy-socket.ts';
import { signingRecordFile } from './signing-record.ts';
import { createVerifier, type Finding } from './verifier.ts';

/** The thread's configuration. */
export type VerifierThreadData = {
  readonly connection: ConnectionOptions;
  readonly origin: string;
  readonly keyText: string;
  readonly witnesses: readonly Witness[];
  /** The origins of the other servers of this ledger. */
  readonly peers: readonly string[];
  /** The name of this process, so that it recognizes its own answer. */
  readonly process: string;
  /** The folder of the signing record. */
  readonly dataFolder: string;
};

/** A message to the thread: a head that this process appended, or the request to stop. */
export type VerifierRequest = { readonly appended: Head } | 'stop';

/** A message from the thread: the finding of a tick, a failure, or a warning for operators. */
export type VerifierMessage =
  | { readonly finding: Finding }
  | { readonly failure: string }
  | { readonly warning: string };

const report = (message: VerifierMessage) => parentPort?.postMessage(message);

const IDLE_MILLISECONDS = 1000;

const { connection, origin, keyText, witnesses, peers, process, dataFolder } = workerData as VerifierThreadData;
const stopping = new AbortController();
/** Heads that arrived while there was no verifier. */
let unclaimed: Head[] = [];
let claim = (head: Head): void => void unclaimed.push(head);
parentPort?.on('message', (request: VerifierRequest) => {
  if (request === 'stop') stopping.abort();
  else claim(request.appended);
});

const noticeSecondServer = createSecondServerAlarm({
  isCompared: peers.length > 0 || witnesses.length > 0,
  monotonic: () => performance.now(),
});

while (!stopping.signal.aborted) {
  try {
    await verifyUntilStopped();
  } catch (error) {
    report({ failure: (error as Error).message });
    await pause(IDLE_MILLISECONDS);
  }
}
parentPort?.close();

async function verifyUntilStopped(): Promise<void> {
  const client = new pg.Client(copyClientConfig(connection));
  const lost = new Promise<never>((_, reject) => client.on('error', reject));
  lost.catch(() => undefined);
  await client.connect();
  const database = openDatabase(connection, { size: 3, onConnectionError: () => undefined });
  const ending = new AbortController();
  const signal = AbortSignal.any([stopping.signal, ending.signal]);
  let asking: Promise<void> | undefined;
  try {
    const recordFile = signingRecordFile(dataFolder, origin);
    const signer = createSigner(origin, keyText);
    const watch = createPeerWatch({
      peers,
      key: signer.key,
      process,
      monotonic: () => performance.now(),
      signal,
      onProblem: (peer) => report({ warning: `The server ${peer.origin} is not compared with. ${peer.error}` }),
    });
    const verifier = createVerifier({ database, client, signer, recordFile, clock: systemClock, peers: watch });
    claim = verifier.appended;
    for (const head of unclaimed) verifier.appended(head);
    unclaimed = [];
    const rounds = createWitnessRounds({
      database,
      witnesses,
      clock: systemClock,
      signal,
      onRejected: verifier.recordConflict,
    });
    while (!stopping.signal.aborted) {
      const more = await Promise.race([verifier.tick(), lost]);
      report({ finding: verifier.finding() });
      const alarm = noticeSecondServer(verifier.leads(), verifier.finding().fault !== undefined);
      if (alarm !== undefined) report({ warning: alarm });
      // Runs concurrently with verification: a hanging witness must not delay a checkpoint.
      if (verifier.leads())
        asking ??= rounds
          .round()
          .catch((error) => report({ failure: `witnesses: ${(error as Error).message}` }))
          .finally(() => {
            asking = undefined;
          });
      if (!more) await pause(IDLE_MILLISECONDS);
    }
    await verifier.stop();
  } finally {
    ending.abort();
    await asking;
    await Promise.allSettled([client.end(), database.destroy()]);
  }
}

async function pause(milliseconds: number): Promise<void> {
  await wait(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
}
