type Handler = (event: KeyboardEvent) => void;

const early: KeyboardEvent[] = [];
let handler: Handler = (event) => early.push(event);

/** Listens for keys from the start of the app. Those that are pressed before the shortcuts are there wait for them. */
export function listenForKeys(): void {
  window.addEventListener('keydown', (event) => handler(event));
}

/** Hands every key to `next`, those that have waited first. Returns how to stop. */
export function handleKeys(next: Handler): () => void {
  handler = next;
  for (const event of early.splice(0)) next(event);
  return () => {
    handler = (event) => early.push(event);
  };
}
