const words = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'],
];

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\.?';
/** Dates, times, block numbers and package sizes, whose digits count nothing. */
const notCounts = new RegExp(
  [
    String.raw`\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?`,
    String.raw`${month} \d{1,2}(?:, \d{4})?\b`,
    String.raw`\d{1,2} ${month}(?: \d{4})?\b`,
    String.raw`\d{1,2}:\d{2}(?::\d{2})?`,
    String.raw`\bblock #?\d[\d,]*`,
    String.raw`#\d+`,
    // Parts of product names.
    String.raw`\d+ (?:kg|kWh|kW|vials|pens|doses|bags|pieces|units)\b`,
  ].join('|'),
  'giu',
);

/**
 * Returns the numbers that a text states, as whole tokens: `1,204` is 1204, and `$3,414.13` is 3414.13. Digits within an id, a date
 * or a block number are none.
 */
export function numbersIn(text: string): number[] {
  const counting = text.replaceAll(notCounts, ' ');
  const digits = counting.matchAll(
    /(?<![\p{L}\d_#.-])\$?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\p{L}\d_]|-\d|-\p{Lu}|\.\d)/gu,
  );
  const spelled = counting.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [
    ...[...digits].map(([, number = '']) => Number(number.replaceAll(',', ''))),
    ...spelled.map((word) => words.indexOf(word)).filter((value) => value >= 0),
  ];
}

/** Reports whether a text states that there is none. */
export const statesNone = (text: string): boolean =>
  numbersIn(text).includes(0) ||
  /\b(no|none|nothing|nobody|never|not any|not a|not one|no one|not recorded)\b/i.test(text);
