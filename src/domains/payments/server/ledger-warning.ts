import type { Ledger } from '#domains/ledger/server/index.ts';

/** How old the cached verdict may be. */
const MILLISECONDS = 1000;

/**
 * Returns a function that returns the warning for payers while the ledger has a known fault. A fault stops signing but not
 * recording, so payments are accepted; but until the fault is cleared, no checkpoint proves the block of a payment.
 */
export function createLedgerWarning(ledger: Pick<Ledger, 'verdict'>): () => Promise<string | undefined> {
  let read: { readonly at: number; readonly verdict: ReturnType<Ledger['verdict']> } | undefined;
  return async () => {
    if (read === undefined || performance.now() - read.at > MILLISECONDS)
      read = { at: performance.now(), verdict: ledger.verdict() };
    const { state } = await read.verdict.catch((error) => {
      read = undefined;
      throw error;
    });
    return state === 'invalid' ? WARNING : undefined;
  };
}

const WARNING =
  'The verification of the city’s ledger found a fault. Payments are recorded, but their blocks are not signed until the city has cleared it. Save your receipt.';
