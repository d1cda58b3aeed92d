const guards = new Set<() => Promise<boolean>>();

/**
 * Registers a check that runs before a manual sign-out and can cancel it with false. Returns a function that
 * unregisters it.
 */
export function beforeSignOut(guard: () => Promise<boolean>): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Reports whether no guard objects to signing out. */
export async function maySignOut(): Promise<boolean> {
  for (const guard of [...guards]) if (!(await guard())) return false;
  return true;
}
