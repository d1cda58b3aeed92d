import { AppError, tooManyRequests } from '#platform/contract/errors.ts';
import { countedNetwork } from '#platform/server/http/counted-network.ts';

export type StreamLimits = {
  /**
   * Admits one more open stream of this address. Returns the function that releases it, which may be called again without
   * effect.
   * @throws AppError `request.too_many` with the seconds to wait
   */
  admit(address: string): () => void;
};

const RETRY_AFTER_SECONDS = 30;

/** Returns limits on streams that are open at the same time, by network and in total. Each process counts its own. */
export function createStreamLimits(max: { readonly perAddress: number; readonly total: number }): StreamLimits {
  const open = new Map<string, number>();
  let total = 0;
  return {
    admit(address) {
      const network = countedNetwork(address);
      const own = open.get(network) ?? 0;
      if (own >= max.perAddress) throw tooMany(`Your address has ${max.perAddress} live streams open already.`);
      if (total >= max.total) throw tooMany('Too many live streams are open right now.');
      open.set(network, own + 1);
      total++;
      let released = false;
      return () => {
        if (released) return;
        released = true;
        total--;
        const left = (open.get(network) ?? 1) - 1;
        if (left === 0) open.delete(network);
        else open.set(network, left);
      };
    },
  };
}

const tooMany = (message: string) =>
  new AppError(tooManyRequests, message, {
    hint: 'Close a stream that you no longer need, or poll GET /api/chain instead.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
