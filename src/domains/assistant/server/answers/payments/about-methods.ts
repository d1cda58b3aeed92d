import { conditionsOf } from '#domains/assistant/contract.ts';
import type { PaymentOption } from '#domains/payments/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { formatCents } from '#platform/contract/money.ts';
import { citeScreen, type Draft, listed, refusedBy, type Turn, table, unsupported } from '../turn.ts';

const names: Readonly<Record<string, string>> = { bank: 'bank transfer', fiat: 'card', usdc: 'USDC', eth: 'ETH' };
const NO_FEE = 'no fee';
const nameOf = (method: string) => names[method] ?? method;

/** Answers which payment methods are offered, their fees and how long they take. */
export async function answerMethods(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(query, ['method', 'mine', 'property', 'address', 'it', 'owed'], 'payment methods');
  if (refused !== undefined) return refused;
  const read = await turn.run('list_payment_methods');
  if (!read.ok) return refusedBy(read);
  const { methods } = read.value;
  const wanted = conditionsOf(query, 'method').flatMap(({ value }) => (value === 'crypto' ? ['usdc', 'eth'] : value));
  const offered = methods.filter((one) => one.offered);
  const offers = listed(offered.map((one) => `${nameOf(one.method)} (${feeOf(one)})`));
  const citations = [citeScreen('Pay a bill', '/detroit/pay')];
  if (wanted.includes('other')) return { reply: `No, that is not offered. Offered: ${offers}.`, citations };
  const chosen = methods.filter(({ method }) => wanted.length === 0 || wanted.includes(method));
  const [one] = chosen;
  const reply =
    query.ask === 'most' || query.ask === 'least'
      ? sayExtreme(offered, query.ask)
      : wanted.length > 0 && one !== undefined
        ? chosen.map((option) => sayOne(option, query.field)).join(' ')
        : `${counted(offered.length, 'payment method')} ${offered.length === 1 ? 'is' : 'are'} offered: ${offers}.`;
  return { reply, citations, blocks: [methodTable(chosen)] };
}

function sayOne(option: PaymentOption, field: string | undefined): string {
  const name = nameOf(option.method);
  if (field === 'fee' && feeOf(option) === NO_FEE)
    return `There is no fee for a payment by ${name}${option.offered ? '' : '; it is not offered now'}.`;
  if (field === 'fee')
    return `The fee for a payment by ${name} is ${feeOf(option)}${option.offered ? '' : '; it is not offered now'}.`;
  return `${option.offered ? 'Yes' : 'No'}, payment by ${name} is ${option.offered ? 'offered' : 'not offered'}, with ${feeOf(option)}. ${option.note}`;
}

function sayExtreme(offered: readonly PaymentOption[], ask: 'most' | 'least'): string {
  const cost = ({ fees }: PaymentOption) => (fees?.basisPoints ?? 0) * 1000 + (fees?.fixedCents ?? 0);
  const ranked = offered.toSorted((a, b) => (ask === 'most' ? cost(b) - cost(a) : cost(a) - cost(b)));
  const [first] = ranked;
  if (first === undefined) return '0 payment methods are offered.';
  const tied = ranked.filter((one) => cost(one) === cost(first));
  return `${listed(tied.map(({ method }) => nameOf(method)))} ${tied.length === 1 ? 'has' : 'have'} the ${ask === 'most' ? 'highest' : 'lowest'} fee: ${feeOf(first)}.`;
}

function feeOf({ fees }: PaymentOption): string {
  const parts = [
    (fees?.basisPoints ?? 0) > 0 ? `${(fees?.basisPoints ?? 0) / 100} %` : '',
    (fees?.fixedCents ?? 0) > 0 ? formatCents(fees?.fixedCents ?? 0) : '',
  ].filter(Boolean);
  return parts.length === 0 ? NO_FEE : parts.join(' and ');
}

const methodTable = (methods: readonly PaymentOption[]) =>
  table(
    'Payment methods',
    ['Method', 'Offered', 'Fee', 'Note'],
    methods.map((option) => [
      { text: nameOf(option.method) },
      { text: option.offered ? 'yes' : 'no' },
      { text: feeOf(option) },
      { text: option.note },
    ]),
  );
