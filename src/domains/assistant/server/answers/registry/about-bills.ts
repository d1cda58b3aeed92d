import { conditionsOf, valueIn } from '#domains/assistant/contract.ts';
import type { Bill } from '#domains/registry/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { formatCents } from '#platform/contract/money.ts';
import { answerRates } from '../payments/about-rates.ts';
import { citeScreen, type Draft, needsSignIn, refusedBy, signInFirst, type Turn, table, unsupported } from '../turn.ts';
import { propertyLink } from './property-table.ts';
import { resolveAddresses } from './resolve-properties.ts';

const PROPERTIES_MAX = 12;
const citations = [citeScreen('Pay a bill', '/detroit/pay')];

/** Answers about tax bills: one by its number, those of a property for its owners, or all of the caller's. */
export async function answerBills(turn: Turn): Promise<Draft> {
  if (needsSignIn(turn)) return signInFirst;
  const number = valueIn(turn.query, 'bill');
  if (number !== undefined) return answerBillByNumber(turn, number);
  const resolved = await resolveAddresses(turn);
  if ('instead' in resolved) return resolved.instead;
  const { query } = resolved.turn;
  const refused = unsupported(query, ['property', 'mine', 'year', 'period', 'owed', 'it', 'state'], 'bills');
  if (refused !== undefined) return refused;
  const ids = conditionsOf(query, 'property').map(({ value }) => value);
  if (ids.length === 0 && conditionsOf(query, 'mine').length === 0)
    return {
      reply:
        'Bills are for the owners of a property and the government. Name your property, or the number of the bill, or ask about “my bills” when you are signed in.',
      outcome: 'clarify',
      citations,
    };
  const own = ids.length > 0 ? ids : await ownIds(turn);
  if (!Array.isArray(own)) return own as Draft;
  if (own.length > PROPERTIES_MAX)
    return {
      reply: `You own ${own.length} properties. Ask about the bills of one of them.`,
      outcome: 'clarify',
      citations,
    };
  const bills: Bill[] = [];
  for (const id of own) {
    const read = await turn.run('list_bills', { id });
    if (!read.ok)
      return read.status === 401 || read.status === 403 ? forOwnersOnly(resolved.turn, id) : refusedBy(read);
    bills.push(...read.value.bills);
  }
  return say(resolved.turn, bills, own);
}

async function ownIds(turn: Turn): Promise<readonly string[] | Draft> {
  const read = await turn.run('list_own_properties', { id: turn.username ?? '' });
  return read.ok ? read.value.properties.map(({ propertyId }) => propertyId) : refusedBy(read);
}

/** Bills are not public, but the owed amount and the due dates are. */
async function forOwnersOnly(turn: Turn, id: string): Promise<Draft> {
  if (turn.query.field === 'due') {
    const general = await answerRates({ ...turn, query: { ...turn.query, field: 'installments', where: [] } });
    return {
      ...general,
      reply: `The bills of ${id} are for its owners. In general: ${general.reply}`,
      outcome: 'clarify',
    };
  }
  const read = await turn.run('read_property', { id });
  if (!read.ok) return refusedBy(read);
  return {
    reply: `The bills of ${id} are for its owners and the government. Public is that ${read.value.taxOwedFormatted} of tax is owed on it.`,
    outcome: 'clarify',
    citations,
    context: { property: id },
  };
}

function say({ query, now }: Turn, all: readonly Bill[], ids: readonly string[]): Draft {
  const year = valueIn(query, 'year') ?? conditionsOf(query, 'period')[0]?.from?.slice(0, 4);
  const bills = all.filter((bill) => year === undefined || String(bill.year) === year);
  const open = bills.filter((bill) => bill.open > 0);
  const overdue = bills.filter((bill) => bill.overdue);
  const sum = (some: readonly Bill[]) => some.reduce((cents, bill) => cents + bill.open, 0);
  const [next] = open
    .filter(({ nextDueDay }) => nextDueDay !== null)
    .toSorted((a, b) => ((a.nextDueDay ?? '') < (b.nextDueDay ?? '') ? -1 : 1));
  const of = ids.length === 1 ? ` of ${ids[0]}` : '';
  const during = year === undefined ? '' : ` of ${year}`;
  const shown = query.field === 'overdue' ? overdue : query.field === 'open' || query.field === 'due' ? open : bills;
  const charges = (kind: 'interest' | 'penalty') =>
    bills
      .flatMap(({ lines }) => lines)
      .filter((line) => line.kind === kind || line.kind === `waived_${kind}`)
      .reduce((cents, line) => cents + line.cents, 0);
  const reply = (): string => {
    switch (query.field) {
      case 'due':
        return next?.nextDueDay === null || next === undefined
          ? `Nothing${of}${during} is due: no bill is open.`
          : `The next due day${of} is ${next.nextDueDay}${Date.parse(next.nextDueDay) < now - DAY ? ', which has passed' : ''}, for bill ${next.billNumber} of ${next.year} on ${next.address}: ${next.openFormatted} is open. In all ${formatCents(sum(open))} is open on ${counted(open.length, 'bill')}.`;
      case 'overdue':
        return overdue.length === 0
          ? `${query.ask === 'whether' ? 'No, no' : 'No'} bill${of}${during} is overdue: 0 of ${bills.length}.`
          : `${query.ask === 'whether' ? 'Yes, ' : ''}${counted(overdue.length, 'bill')}${of}${during} ${overdue.length === 1 ? 'is' : 'are'} overdue, with ${formatCents(sum(overdue))} open.`;
      case 'interest':
      case 'penalty':
        return `${formatCents(charges(query.field))} of ${query.field} was charged on the bills${of}${during}.`;
      default:
        return `There ${bills.length === 1 ? 'is' : 'are'} ${counted(bills.length, 'bill')}${of}${during}, ${open.length} of them open with ${formatCents(sum(open))}${next?.nextDueDay == null ? '' : `, the next due on ${next.nextDueDay}`}.`;
    }
  };
  return {
    reply: reply(),
    citations:
      ids.length === 1 && ids[0] !== undefined
        ? [citeScreen(ids[0], propertyLink(ids[0]))]
        : [citeScreen('Resident portal', '/detroit/resident')],
    blocks:
      shown.length === 0
        ? []
        : [
            table(
              'Bills',
              ['Bill', 'Property', 'Year', 'Total', 'Open', 'Next due'],
              shown.map((bill) => [
                { text: bill.billNumber },
                { text: bill.address, href: propertyLink(bill.propertyId) },
                { text: String(bill.year) },
                { text: bill.totalFormatted },
                { text: bill.openFormatted },
                { text: bill.nextDueDay ?? 'paid' },
              ]),
            ),
          ],
    ...(ids.length === 1 && ids[0] !== undefined ? { context: { property: ids[0] } } : {}),
  };
}

const DAY = 86_400_000;

async function answerBillByNumber(turn: Turn, billNumber: string): Promise<Draft> {
  const refused = unsupported(turn.query, ['bill', 'mine'], 'a bill');
  if (refused !== undefined) return refused;
  const read = await turn.run('read_bill', { billNumber });
  if (!read.ok)
    return read.status === 404 ? { reply: `There is no bill ${billNumber}.`, outcome: 'unknown' } : refusedBy(read);
  const bill = read.value;
  const due =
    bill.nextDueDay === null ? 'it is paid' : `due next on ${bill.nextDueDay}${bill.overdue ? ', overdue' : ''}`;
  return {
    reply: `Bill ${bill.billNumber} of ${bill.year} for ${bill.propertyId} (${bill.address}) is over ${bill.totalFormatted}, of which ${bill.openFormatted} is open; ${due}.`,
    citations,
    context: { property: bill.propertyId },
  };
}
