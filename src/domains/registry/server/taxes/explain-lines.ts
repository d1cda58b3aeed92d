import type { BillLine, Charge } from './bill-state.ts';
import { daysOfInterest } from './charge-late.ts';

/** A line as people read it, and what it was charged for if it is a penalty or interest. */
export type ExplainedLine = Omit<BillLine, 'charge'> & { readonly charge: Charge | null };

/**
 * Returns the lines of a bill as the API, the bill on screen and its document have them. A line of interest is named by the days that it is
 * for, because it is charged month by month. What is recorded stays as it is.
 */
export function explainLines(lines: readonly BillLine[]): ExplainedLine[] {
  const monthsOf = new Map<string, number>();
  return lines.map((line) => {
    const charge = line.charge ?? readCharge(line, monthsOf);
    if (charge?.from == null || charge.until === null) return { ...line, charge };
    return { ...line, name: `${line.name} from ${charge.from} to ${charge.until}`, charge };
  });
}

const PENALTY = /^([\d.]+)% of (\S+) due (\d{4}-\d{2}-\d{2})$/;
const INTEREST = /^([\d.]+)% a month of (\S+) due (\d{4}-\d{2}-\d{2}), (\d+) months?$/;

/** Reads a charge from the words of a line that was charged before charges were recorded. `monthsOf` counts those of each due day. */
function readCharge({ kind, explanation }: BillLine, monthsOf: Map<string, number>): Charge | null {
  const found = (kind === 'penalty' ? PENALTY : kind === 'interest' ? INTEREST : undefined)?.exec(explanation);
  if (found == null) return null;
  const [, percent = '', open = '', due = '', months] = found;
  const of = { due, openCents: Number(open.replaceAll(/\D/g, '')), basisPoints: Math.round(Number(percent) * 100) };
  if (months === undefined) return { ...of, from: null, until: null };
  const charged = monthsOf.get(due) ?? 0;
  monthsOf.set(due, charged + Number(months));
  return { ...of, ...daysOfInterest(due, charged, Number(months)) };
}
