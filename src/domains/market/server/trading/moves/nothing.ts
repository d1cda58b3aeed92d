import type { Move } from './move.ts';

/** A block that states something and moves neither cash nor shares. */
export const nothing = (): Move => ({ movements: [], steps: [] });
