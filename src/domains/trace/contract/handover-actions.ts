/** The actions that put an asset on its way to another participant. `meta.to` may name that participant. */
export const handoverActions = ['shipped', 'returned'] as const;

/** Reports whether an action puts the asset on its way to another participant. */
export const handsOver = (action: string): boolean => (handoverActions as readonly string[]).includes(action);
