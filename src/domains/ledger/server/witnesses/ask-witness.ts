import {
  type AddCheckpoint,
  type Cosignature,
  formatAddCheckpoint,
  ProofError,
  readCosignature,
} from '@cairn/ledger-proof';
import { explainFailure } from '#platform/server/outbound/explain-failure.ts';
import type { Witness } from './parse-witnesses.ts';

/** The outcome of one request to a witness. */
export type WitnessAnswer =
  | { readonly outcome: 'cosigned'; readonly cosignature: Cosignature }
  /** Its last cosigned size differs from the one in the request. */
  | { readonly outcome: 'stands at'; readonly size: number }
  /** It considers this log to be different from the log that it has cosigned. */
  | { readonly outcome: 'rejected' }
  | { readonly outcome: 'failed'; readonly problem: string };

/** An honest response has a few hundred bytes. */
const ANSWER_BYTES_MAX = 64 * 1024;
/** A cosignature further in the future than clocks differ is worthless to verifiers that rely on its time. */
const CLOCK_AHEAD_SECONDS = 300;

/**
 * Asks a witness once to cosign a checkpoint (C2SP tlog-witness `add-checkpoint`). Accepts only a cosignature by its
 * key over exactly this checkpoint. Ends within `timeoutMilliseconds`, and never throws for failures of the witness or
 * the network.
 */
export async function askWitness(
  witness: Witness,
  request: AddCheckpoint,
  options: { timeoutMilliseconds: number; signal: AbortSignal; nowSeconds: number },
): Promise<WitnessAnswer> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMilliseconds)]);
  try {
    const response = await fetch(`${witness.url}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: formatAddCheckpoint(request),
      // A redirect would leave the address that the operator configured.
      redirect: 'error',
      signal,
    });
    const text = await readBounded(response);
    if (response.status === 409) return readConflict(text);
    // Without a proof, it cannot find an inconsistency.
    if (response.status === 422 && request.oldSize > 0n) return { outcome: 'rejected' };
    if (response.status !== 200) return { outcome: 'failed', problem: explainStatus(response.status) };
    return await readAnswer(witness, request, text, options.nowSeconds);
  } catch (error) {
    if (error instanceof ProofError)
      return failed(`Its response is not a cosignature of this checkpoint: ${error.message}`);
    return failed(explainFailure(error, options.timeoutMilliseconds));
  }
}

async function readAnswer(witness: Witness, request: AddCheckpoint, text: string, now: number): Promise<WitnessAnswer> {
  const cosignature = await readCosignature(text, request.checkpoint, witness.key);
  if (cosignature.timestamp > BigInt(now + CLOCK_AHEAD_SECONDS))
    return failed('Its cosignature is dated in the future. One of the two clocks is wrong.');
  return { outcome: 'cosigned', cosignature };
}

function readConflict(text: string): WitnessAnswer {
  const size = /^(0|[1-9][0-9]{0,15})\n?$/.test(text) ? Number(text) : undefined;
  return size === undefined || !Number.isSafeInteger(size)
    ? failed('It is at another size but did not return which.')
    : { outcome: 'stands at', size };
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > ANSWER_BYTES_MAX) throw new Error(`it returned more than ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const failed = (problem: string): WitnessAnswer => ({ outcome: 'failed', problem });

function explainStatus(status: number): string {
  if (status === 404)
    return 'It does not know this log (404). Its operator must add the origin and the key from /log/vkey.';
  if (status === 403) return 'It does not trust this log’s key (403). Its operator must add the key from /log/vkey.';
  if (status === 422) return 'It rejects the first checkpoint that it is shown (422).';
  return `It returned ${status}.`;
}
