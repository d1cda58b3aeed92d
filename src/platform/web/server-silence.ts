/** A call without an answer after this time, in milliseconds, makes the app ask the server whether it answers at all. */
const suspicion = 4000;

/** How long that question waits for an answer, and how often it is repeated without one, in milliseconds. */
const probeMilliseconds = 3000;

/** The server was asked, and did not answer in time. */
let silent = false;
let answers = 0;
let probing = false;
let tell = () => {};

/** Reports whether the server was asked and did not answer in time. */
export const isSilent = (): boolean => silent;

/** Calls `listener` when the server falls silent or answers again. */
export function onSilence(listener: () => void): void {
  tell = listener;
}

/** Receives that the server is back, from another source. */
export function endSilence(): void {
  answers += 1;
  change(false);
}

/**
 * Watches a call until the returned function is called, with its response if there is one. If the answer takes long, asks
 * the server whether it answers at all: a hanging server closes no connection.
 */
export function awaitAnswer(): (response?: Response) => void {
  const late = setTimeout(() => void probe(), suspicion);
  return (response) => {
    clearTimeout(late);
    if (response) hear(response);
  };
}

/** Takes any response as an answer but 502 and 504, which a gateway sends when the server behind it is silent. */
function hear({ status }: Response): void {
  if (status === 502 || status === 504) return;
  endSilence();
}

/** Asks the server until it answers this or another call. One question at a time: a browser opens few connections. */
async function probe(): Promise<void> {
  if (probing) return;
  probing = true;
  for (const before = answers; answers === before; ) {
    const late = new AbortController();
    const end = new Promise((resolve) => setTimeout(resolve, probeMilliseconds)).then(() => late.abort());
    const response = fetch('/api/health', { method: 'HEAD', cache: 'no-store', signal: late.signal });
    await Promise.race([response.then(hear).catch(() => end), end]);
    if (answers === before) change(true);
  }
  probing = false;
}

function change(next: boolean): void {
  if (next === silent) return;
  silent = next;
  tell();
}
