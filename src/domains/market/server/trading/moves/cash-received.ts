import type { Move, MoveData } from './move.ts';

/** Cash arrived for an account. */
export function cashReceived({ address, cents }: MoveData): Move {
  const [account, amount] = [String(address), Number(cents)];
  return {
    movements: [{ account, asset: 'cash', part: 'free', amount }],
    steps: [{ name: 'deposit', account, cents: amount }],
  };
}
