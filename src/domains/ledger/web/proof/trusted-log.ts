import { z } from 'zod';

/** The trusted state of the log in this browser: its key since the first visit, and its last good checkpoint. */
export type TrustedLog = {
  /** The key in the genesis, from which later ones follow. */
  readonly verifierKey: string;
  /** The signing key last seen. A server that hides its announcement tries to continue with an older one. */
  readonly currentKey?: string | undefined;
  readonly size: number;
  /** Hex. */
  readonly root: string;
  /** When the key was first trusted, in milliseconds. */
  readonly since: number;
};

export type TrustMemory = { read(): TrustedLog | undefined; write(log: TrustedLog): void; forget(): void };

const storageKey = 'ledger:trusted-log';
const Stored = z.object({
  verifierKey: z.string(),
  currentKey: z.string().optional(),
  size: z.int().min(1),
  root: z.string().regex(/^[0-9a-f]{64}$/),
  since: z.number(),
});

/** Stored only in this browser, where the server cannot change it. Without storage it lasts as long as the page. */
export const browserMemory: TrustMemory = (() => {
  let memory: TrustedLog | undefined;
  return {
    read() {
      try {
        const stored = Stored.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null'));
        return stored.success ? stored.data : memory;
      } catch {
        return memory;
      }
    },
    write(log) {
      memory = log;
      try {
        localStorage.setItem(storageKey, JSON.stringify(log));
      } catch {
        // Without storage, it lasts as long as the page.
      }
    },
    forget() {
      memory = undefined;
      try {
        localStorage.removeItem(storageKey);
      } catch {
        // Without storage, it lasts as long as the page.
      }
    },
  };
})();

/** Reports whether a block or journey was ever verified in this browser. */
export const hasVerified = (): boolean => browserMemory.read() !== undefined;
