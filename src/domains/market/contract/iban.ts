const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;

/** Returns an IBAN without spaces and in capitals. */
export const plainIban = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

/** Reports whether a plain text is an IBAN with correct check digits (ISO 7064, MOD 97-10). */
export function isIban(text: string): boolean {
  if (!IBAN.test(text)) return false;
  let rest = 0;
  for (const character of text.slice(4) + text.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
