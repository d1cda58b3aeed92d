const guards = new Set<() => Promise<boolean>>();

/** Asks `guard` before somebody signs out by hand; false keeps them signed in. Returns how to stop. */
export function beforeSignOut(guard: () => Promise<boolean>): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Whether nothing speaks against signing out now. */
export async function maySignOut(): Promise<boolean> {
  for (const guard of [...guards]) if (!(await guard())) return false;
  return true;
}
