import { useState } from 'react';

const keyOf = (username: string) => `role-demo-since:${username}`;

/**
 * The height of the chain when this browser began to try an account. Demo accounts are shared and have a past, so only what
 * came after counts. A height, because clocks differ.
 */
export function useBeginning(username: string | undefined, length: number | undefined) {
  const [chosen, setChosen] = useState<number>();
  const beginAgain = () => {
    if (username === undefined || length === undefined) return;
    keep(username, length);
    setChosen(length);
  };
  if (username === undefined) return { beginning: undefined, beginAgain };
  const kept = chosen ?? read(username);
  // The first sight of the account is the beginning.
  if (kept === undefined && length !== undefined) keep(username, length);
  return { beginning: kept ?? length, beginAgain };
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
