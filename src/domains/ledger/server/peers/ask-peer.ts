import { ProofError, type VerifierKey } from '@cairn/ledger-proof';
import { explainFailure } from '#platform/server/outbound/explain-failure.ts';
import { readAtMost } from '#platform/server/outbound/read-at-most.ts';
import { openRecordNote, type RecordNote } from './record-note.ts';

/** An honest response has a few hundred bytes. */
const ANSWER_BYTES_MAX = 16 * 1024;

/**
 * Requests the last signed tree of another server of the ledger. Returns its signed answer, or the reason why there is
 * none. Ends within `timeoutMilliseconds`, and never throws for failures of that server or the network.
 */
export async function askPeer(
  origin: string,
  key: VerifierKey,
  options: { readonly timeoutMilliseconds: number; readonly signal: AbortSignal },
): Promise<RecordNote | { readonly problem: string }> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMilliseconds)]);
  try {
    // A redirect would leave the address that the operator configured.
    const response = await fetch(`${origin}/log/record`, { redirect: 'error', signal });
    const text = (await readAtMost(response.body ?? neverMore(), ANSWER_BYTES_MAX)).toString('utf8');
    if (response.status !== 200) return { problem: `It returned ${response.status}.` };
    return await openRecordNote(text, key);
  } catch (error) {
    if (error instanceof ProofError)
      return { problem: `Its answer is not signed by the key of this ledger: ${error.message}` };
    return { problem: explainFailure(error, options.timeoutMilliseconds) };
  }
}

async function* neverMore(): AsyncGenerator<Uint8Array> {
  yield* [];
}
