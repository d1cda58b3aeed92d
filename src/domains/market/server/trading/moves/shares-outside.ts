import type { Move, MoveData } from './move.ts';

type Hex = `0x${string}`;

const read = ({ address, token, shares, wallet }: MoveData) => ({
  account: String(address) as Hex,
  asset: Number(token),
  amount: Number(shares),
  wallet: String(wallet) as Hex,
});

/** Shares leave custody for a wallet. The wallet's contract may refuse them; another block then gives them back. */
export function sharesWithdrawn(data: MoveData): Move {
  const { account, asset, amount, wallet } = read(data);
  return {
    movements: [{ account, asset, part: 'free', amount: -amount }],
    steps: [{ name: 'withdrawTo', args: [account, asset, amount, wallet] }],
  };
}

/** Shares that a wallet refused return to the account. On the network they never left. */
export function sharesReturned(data: MoveData): Move {
  const { account, asset, amount } = read(data);
  return { movements: [{ account, asset, part: 'free', amount }], steps: [] };
}

/**
 * Shares arrived from a wallet. The deposit of zero cents opens the address in the contract, which otherwise refuses its first order: anyone may
 * send shares to an address that nothing was ever deposited to.
 */
export function sharesArrived(data: MoveData): Move {
  const { account, asset, amount } = read(data);
  return {
    movements: [{ account, asset, part: 'free', amount }],
    steps: [{ name: 'deposit', account, cents: 0 }],
  };
}
