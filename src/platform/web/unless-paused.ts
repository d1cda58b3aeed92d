/** A query's `enabled` condition: while paused, the data on screen stays, but missing data still loads once. */
export const unlessPaused =
  (live: boolean) =>
  ({ state }: { state: { data: unknown } }) =>
    live || state.data === undefined;
