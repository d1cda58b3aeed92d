import type { Move, MoveData } from './move.ts';

/** Cash left an account: it was paid out, or taken back. */
export function cashLeft({ address, cents }: MoveData): Move {
  const [account, amount] = [String(address), Number(cents)];
  return {
    movements: [{ account, asset: 'cash', part: 'free', amount: -amount }],
    steps: [{ name: 'withdraw', args: [account as `0x${string}`, amount] }],
  };
}
