type Handler = (event: KeyboardEvent) => void;

const early: KeyboardEvent[] = [];
let handler: Handler = (event) => early.push(event);

/** Listens for keys from app start. Keys pressed before the shortcuts have loaded are queued. */
export function listenForKeys(): void {
  window.addEventListener('keydown', (event) => handler(event));
}

/** Passes every key to `next`, queued ones first. Returns a stop function. */
export function handleKeys(next: Handler): () => void {
  handler = next;
  for (const event of early.splice(0)) next(event);
  return () => {
    handler = (event) => early.push(event);
  };
}
