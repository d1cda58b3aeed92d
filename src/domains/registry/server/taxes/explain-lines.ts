import type { BillLine, Charge } from './bill-state.ts';
import { daysOfInterest } from './charge-late.ts';

/** A line as shown to people, with its charge if it is a penalty or interest. */
export type ExplainedLine = Omit<BillLine, 'charge'> & { readonly charge: Charge | null };

/**
 * Returns the lines of a bill as shown in the API, on screen and in its document. A line of interest is named by its days, because it is
 * charged month by month. The recorded lines do not change.
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

/** Parses the charge from the words of an older line without a recorded one. `monthsOf` counts the months of each due day. */
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
