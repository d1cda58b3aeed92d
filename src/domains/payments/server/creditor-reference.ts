/** Letters count as 10 to 35 in the check digits. */
const digitsOf = (text: string) => text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));

/** Returns a number of any length modulo 97. */
function modulo97(digits: string): number {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}

const BODY = /^[0-9A-Z]{1,21}$/;

/**
 * Returns the creditor reference of a body: RF, two check digits, and the body (ISO 11649, check digits by ISO 7064 MOD 97-10).
 * Replacing a digit by another digit, or a letter by another letter, makes it invalid.
 *
 * @throws Error for a body that is not 1 to 21 capital letters and digits
 */
export function creditorReference(body: string): string {
  if (!BODY.test(body)) throw new Error(`${body} cannot be the body of a creditor reference`);
  const check = 98 - modulo97(digitsOf(`${body}RF00`));
  return `RF${String(check).padStart(2, '0')}${body}`;
}

/**
 * Returns every creditor reference that a text may contain as people and banks write it, in groups or not. Text that follows
 * without a separator may not belong to it, so each shorter prefix with valid check digits counts too.
 */
export function findCreditorReferences(text: string): string[] {
  const compact = withoutGaps(text);
  const found = new Set<string>();
  for (const { index } of compact.matchAll(/RF\d\d/g)) {
    const [longest = '', check = '', body = ''] =
      /^RF(\d\d)([0-9A-Z]{1,21})/.exec(compact.slice(index, index + 25)) ?? [];
    // Each prefix's remainder follows from the previous one, so a text full of RF12 takes no longer.
    let rest = 0;
    for (let length = 1; length <= body.length; length += 1) {
      const value = Number.parseInt(body[length - 1] ?? '', 36);
      rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
      if ((rest * 1_000_000 + 271_500 + Number(check)) % 97 === 1) found.add(longest.slice(0, length + 4));
    }
  }
  return [...found];
}

/** Returns a text in capitals, without the blanks and hyphens that group a reference. */
export const withoutGaps = (text: string): string => text.toUpperCase().replaceAll(/[\s-]/g, '');

/** Reports whether the check digits of a reference are right. */
export const isCreditorReference = (reference: string): boolean =>
  /^RF\d\d[0-9A-Z]{1,21}$/.test(reference) && modulo97(digitsOf(reference.slice(4) + reference.slice(0, 4))) === 1;
