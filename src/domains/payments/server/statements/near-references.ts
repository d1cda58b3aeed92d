import { creditorReference, isCreditorReference, withoutGaps } from '../creditor-reference.ts';

/** The length of a payment's reference: RF, check digits, and the 20 letters and digits of the payment's id. */
const LENGTH = 24;
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** A text with more mistyped references is not a payer's transfer. */
const MISTYPED_MAX = 2;

/**
 * Returns the references that a mistyped one in a text may mean: with one character changed, two neighbors
 * swapped, or other check digits. About nine for each, because the check digits rule out the rest.
 */
export function findNearReferences(text: string): string[] {
  const found = new Set<string>();
  const mistyped = [...withoutGaps(text).matchAll(/(?=(RF[0-9A-Z]{22}))/g)]
    .map((match) => match[1] ?? '')
    .filter((candidate) => !isCreditorReference(candidate));
  for (const candidate of mistyped.slice(0, MISTYPED_MAX)) {
    found.add(creditorReference(candidate.slice(4)));
    for (const near of [...substitutions(candidate), ...swaps(candidate)]) found.add(near);
  }
  return [...found];
}

function swaps(candidate: string): string[] {
  const swapped: string[] = [];
  for (let n = 2; n < LENGTH - 1; n += 1) {
    const near = candidate.slice(0, n) + candidate[n + 1] + candidate[n] + candidate.slice(n + 2);
    if (isCreditorReference(near)) swapped.push(near);
  }
  return swapped;
}

const numberOf = (character: string) => Number.parseInt(character, 36);
const widthOf = (character: string) => (/\d/.test(character) ? 10 : 100);

/**
 * Returns the valid references that differ in one character. The remainders of the text before and after it are computed once, so
 * each of the 700 changes takes one multiplication: statements have thousands of lines.
 */
function substitutions(candidate: string): string[] {
  const order = candidate.slice(4) + candidate.slice(0, 4);
  const after: { rest: number; width: number }[] = [{ rest: 0, width: 1 }];
  for (let n = LENGTH - 1; n > 0; n -= 1) {
    const { rest, width } = after[0] ?? { rest: 0, width: 1 };
    const character = order[n] ?? '';
    after.unshift({ rest: (numberOf(character) * width + rest) % 97, width: (width * widthOf(character)) % 97 });
  }
  const found: string[] = [];
  let before = 0;
  for (const [n, character] of [...order].entries()) {
    const { rest, width } = after[n] ?? { rest: 0, width: 1 };
    const isPrefix = n === LENGTH - 4 || n === LENGTH - 3;
    const choices = n > LENGTH - 3 ? ALPHABET.slice(0, 10) : ALPHABET;
    for (const choice of isPrefix ? '' : choices) {
      if (choice === character) continue;
      const remainder = ((before * widthOf(choice) + numberOf(choice)) * width + rest) % 97;
      if (remainder !== 1) continue;
      const changed = order.slice(0, n) + choice + order.slice(n + 1);
      found.push(changed.slice(-4) + changed.slice(0, -4));
    }
    before = (before * widthOf(character) + numberOf(character)) % 97;
  }
  return found;
}
