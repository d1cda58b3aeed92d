/** How long a read waits for its response to begin. The slowest route needs a fifth of it on a slow phone. */
const readMilliseconds = 15_000;

/**
 * Ends a read whose response does not begin in time: a server that hangs, or a network that swallows what is sent, would leave
 * the screen without an answer. A write is never ended, because nobody would know what became of it.
 */
export function patienceFor(method: string, signal: AbortSignal | undefined) {
  if (method !== 'GET') return { signal, isOver: () => false, end: () => undefined };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), readMilliseconds);
  return {
    signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
    isOver: () => late.signal.aborted,
    end: () => clearTimeout(timer),
  };
}
