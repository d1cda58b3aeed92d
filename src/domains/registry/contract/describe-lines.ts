/** A calendar day in a recorded text, `YYYY-MM-DD`. */
const DAYS = /\d{4}-\d{2}-\d{2}/g;
const INTEREST = /^[\d.]+% a month of .+ due (\d{4}-\d{2}-\d{2}), (\d+) months?$/;

/** Writes the days in a recorded text as `formatDay` does. */
export const daysInWords = (text: string, formatDay: (day: string) => string): string =>
  text.replaceAll(DAYS, formatDay);

type Line = { readonly name: string; readonly kind: string; readonly explanation: string };

/**
 * Returns the lines of a bill as people read them. Interest is charged month by month, so each of its lines names the day until which it
 * was charged: months count from the due day. What is recorded stays as it is.
 */
export function describeLines<L extends Line>(lines: readonly L[], formatDay: (day: string) => string): L[] {
  const charged = new Map<string, number>();
  return lines.map((line) => {
    const explanation = daysInWords(line.explanation, formatDay);
    const [, due, more] = (line.kind === 'interest' && INTEREST.exec(line.explanation)) || [];
    if (due === undefined) return { ...line, explanation };
    const months = (charged.get(due) ?? 0) + Number(more);
    charged.set(due, months);
    return { ...line, name: `${line.name} until ${formatDay(monthsAfter(due, months))}`, explanation };
  });
}

/** Returns the same day a number of months later, or the last of that month if it is shorter. */
function monthsAfter(from: string, months: number): string {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number);
  const days = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, days))).toISOString().slice(0, 10);
}
