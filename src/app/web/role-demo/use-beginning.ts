import { useState } from 'react';

const keyOf = (username: string) => `role-demo-since:${username}`;

/**
 * The height of the chain when this browser began to try an account; undefined until it is known, and what is recorded before
 * that does not count. Demo accounts are shared and have a past, so only what came after counts. A height, because clocks differ.
 */
export function useBeginning(username: string | undefined, length: number | undefined) {
  const [begun, setBegun] = useState<{ readonly username: string; readonly length: number }>();
  const begin = () => {
    if (username === undefined || length === undefined) return;
    keep(username, length);
    setBegun({ username, length });
  };
  if (username === undefined) return { beginning: undefined, beginAgain: begin };
  const beginning = begun?.username === username ? begun.length : read(username);
  // The first sight of the account is the beginning. It is held here too: without storage the next block would move it.
  if (beginning === undefined) begin();
  return { beginning, beginAgain: begin };
}

function read(username: string): number | undefined {
  try {
    const kept = localStorage.getItem(keyOf(username));
    return kept !== null && /^\d{1,16}$/.test(kept) ? Number(kept) : undefined;
  } catch {
    return undefined;
  }
}

function keep(username: string, length: number): void {
  try {
    localStorage.setItem(keyOf(username), String(length));
  } catch {
    // Without storage it begins anew with each visit.
  }
}
