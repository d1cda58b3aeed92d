import type { Move, MoveData } from './move.ts';

type Hex = `0x${string}`;

/** Income was declared: cash of the payer is in the pool until the holders claim it. */
export function incomeDeclared({ address, pool, cents }: MoveData): Move {
  return handOver(String(address), String(pool), Number(cents));
}

/** A holder claimed its part of an income from the pool. */
export function incomeClaimed({ address, pool, cents }: MoveData): Move {
  return handOver(String(pool), String(address), Number(cents));
}

function handOver(from: string, to: string, cents: number): Move {
  return {
    movements: [
      { account: from, asset: 'cash', part: 'free', amount: -cents },
      { account: to, asset: 'cash', part: 'free', amount: cents },
    ],
    steps: [
      { name: 'withdraw', args: [from as Hex, cents] },
      { name: 'deposit', account: to, cents },
    ],
  };
}
