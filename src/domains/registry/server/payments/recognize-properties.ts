import type { Recognized } from '#domains/payments/server/index.ts';
import type { Database } from '#platform/server/database/database.ts';
import { findKnownParcels } from '../parcels/parcels.ts';
import { findParcelsOfBills } from '../taxes/bills.ts';

const BILL_NUMBER = /(?<![0-9A-Z])(\d{4})[\s-]?([0-9A-Z]{4})[\s-]?([0-9A-Z]{4})[\s-]?([0-9A-Z]{4})(?![0-9A-Z])/g;
const PROPERTY_ID = /^(?=.*\d)[A-Z0-9][A-Z0-9.-]{1,31}$/;
/** A text with more words than this was not written by a payer. */
const WORDS_MAX = 12;

/** Finds the properties that the texts of transfers name, by the number of a bill or by their id: one list for each text. */
export async function recognizeProperties(db: Database, texts: readonly string[]): Promise<Recognized[][]> {
  const named = texts.map((text) => namesIn(text.toUpperCase()));
  const [ofBills, known] = await Promise.all([
    findParcelsOfBills(db, unique(named.flatMap(({ bills }) => bills))),
    findKnownParcels(db, unique(named.flatMap(({ words }) => words))),
  ]);
  return named.map(({ bills, words }) => {
    const found = new Map<string, string>();
    for (const bill of bills) {
      const subject = ofBills.get(bill);
      if (subject !== undefined) found.set(subject, `Bill ${bill}`);
    }
    for (const word of words) if (known.has(word) && !found.has(word)) found.set(word, 'Property id');
    return [...found].map(([subject, reason]) => ({ subject, reason }));
  });
}

const unique = (values: readonly string[]) => [...new Set(values)];

function namesIn(text: string): { bills: string[]; words: string[] } {
  const bills = [...text.matchAll(BILL_NUMBER)].map(([, ...groups]) => groups.join('-'));
  const words = text.split(/[\s,;:/()]+/).map((word) => word.replace(/[.-]+$/, ''));
  return { bills, words: words.filter((word) => PROPERTY_ID.test(word)).slice(0, WORDS_MAX) };
}
