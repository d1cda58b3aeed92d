import {
  type AddCheckpoint,
  type Cosignature,
  formatAddCheckpoint,
  ProofError,
  readCosignature,
} from '@cairn/ledger-proof';
import type { Witness } from './parse-witnesses.ts';

/** What a witness answered to one request. */
export type WitnessAnswer =
  | { readonly outcome: 'cosigned'; readonly cosignature: Cosignature }
  /** It stands at another size than it was told. */
  | { readonly outcome: 'stands at'; readonly size: number }
  | { readonly outcome: 'failed'; readonly problem: string };

/** An honest answer is a few hundred bytes. */
const ANSWER_BYTES_MAX = 64 * 1024;
/** A cosignature from further ahead than clocks differ is worth nothing to whoever relies on its time. */
const CLOCK_AHEAD_SECONDS = 300;

/**
 * Asks a witness once to cosign a checkpoint (C2SP tlog-witness `add-checkpoint`). What it answers is believed only if its
 * key made it over exactly this checkpoint. Ends in any case within `timeoutMilliseconds`, and never throws for what the
 * witness or the network does.
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
      // Somewhere else is not what the operator configured.
      redirect: 'error',
      signal,
    });
    const text = await readBounded(response);
    if (response.status === 409) return readConflict(text);
    if (response.status !== 200) return { outcome: 'failed', problem: explainStatus(response.status) };
    return await readAnswer(witness, request, text, options.nowSeconds);
  } catch (error) {
    if (error instanceof ProofError) return failed(`Its answer is no cosignature of this checkpoint: ${error.message}`);
    return failed(explainFailure(error, options.timeoutMilliseconds));
  }
}

async function readAnswer(witness: Witness, request: AddCheckpoint, text: string, now: number): Promise<WitnessAnswer> {
  const cosignature = await readCosignature(text, request.checkpoint, witness.key);
  if (cosignature.timestamp > BigInt(now + CLOCK_AHEAD_SECONDS))
    return failed('Its cosignature names a time in the future: one of the two clocks is wrong.');
  return { outcome: 'cosigned', cosignature };
}

function readConflict(text: string): WitnessAnswer {
  const size = /^(0|[1-9][0-9]{0,15})\n?$/.test(text) ? Number(text) : undefined;
  return size === undefined || !Number.isSafeInteger(size)
    ? failed('It stands at another size, and does not say at which.')
    : { outcome: 'stands at', size };
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > ANSWER_BYTES_MAX) throw new Error(`it answered more than ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const failed = (problem: string): WitnessAnswer => ({ outcome: 'failed', problem });

function explainStatus(status: number): string {
  if (status === 404)
    return 'It does not follow this log (404): its operator has to add the origin and the key at /log/vkey.';
  if (status === 403) return 'It does not trust this log’s key (403): its operator has to add the key at /log/vkey.';
  if (status === 422) return 'It refuses the proof (422): what it cosigned before is not the beginning of this log.';
  return `It answered ${status}.`;
}

function explainFailure(error: unknown, timeoutMilliseconds: number): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `It did not answer within ${timeoutMilliseconds / 1000} seconds.`;
  if (name === 'AbortError') return 'The server stopped before it answered.';
  return `It could not be reached: ${cause?.code ?? cause?.message ?? message}.`;
}
