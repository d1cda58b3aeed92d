/** A calendar day in a recorded text, `YYYY-MM-DD`. */
const DAYS = /\d{4}-\d{2}-\d{2}/g;

/** Writes the days in a recorded text as `formatDay` does. */
export const daysInWords = (text: string, formatDay: (day: string) => string): string =>
  text.replaceAll(DAYS, formatDay);
