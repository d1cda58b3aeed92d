import type { ChainVerdict } from '#domains/ledger/contract.ts';

/** Why a sheet is not reliable although its blocks are proven: a short form, and the reason. */
export type Doubt = { readonly short: string; readonly reason: string };

/** Returns a doubt if the server's verdict on the chain is not valid. */
export function doubtChain({ state, error }: ChainVerdict): Doubt[] {
  if (state === 'valid') return [];
  return [
    {
      short: state === 'invalid' ? 'the chain is broken' : 'the chain is not verified right now',
      reason: `${error ?? 'The verifier has not confirmed the chain for more than 30 seconds.'} Validate the chain before you rely on this document.`,
    },
  ];
}

type Corrections = ReadonlyMap<number, number>;

/**
 * Compares the corrections in the server's index with those that proven blocks state. A database administrator can change
 * the index, and no proof covers it.
 */
export function doubtMarks(marked: Corrections, stated: Corrections, isProven: (index: number) => boolean): Doubt[] {
  const number = (index: number) => index.toLocaleString('en-US');
  const reasons = [...new Set([...marked.keys(), ...stated.keys()])]
    .toSorted((a, b) => a - b)
    .flatMap((index): string[] => {
      const [by, real] = [marked.get(index), stated.get(index)];
      if (by === real || (by !== undefined && !isProven(by))) return [];
      const says = by === undefined ? 'has no correction of' : `says that block ${number(by)} corrects`;
      const truth = real === undefined ? 'It does not' : `Block ${number(real)} corrects it`;
      return [`This server’s index ${says} block ${number(index)}. ${truth}.`];
    });
  const advice = 'Its operator can compare the index with the chain (cairn rebuild --check).';
  return reasons.length === 0
    ? []
    : [{ short: 'this server’s index contradicts the blocks', reason: [...reasons, advice].join(' ') }];
}
