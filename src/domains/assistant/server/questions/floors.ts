/**
 * How many questions the built-in engine answers: of each set at least this many right, and at most this many wrong. `right` may
 * only rise and `wrong` may only fall. Nobody tunes the engine on the held-out questions. The goal is all of the known ones, and of the
 * held-out ones 97 % right and none wrong.
 */
export const floors = {
  known: { right: 1736, wrong: 0 },
  heldOut: { right: 254, wrong: 10 },
} as const;
