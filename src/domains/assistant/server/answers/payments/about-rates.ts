import { type Query, valueIn } from '#domains/assistant/contract.ts';
import { APPEAL_DAYS, type listRates, type PropertyType } from '#domains/registry/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { formatCents } from '#platform/contract/money.ts';
import type { ResponseIn } from '#platform/contract/route.ts';
import { typeWords } from '../registry/property-filters.ts';
import { citeScreen, type Draft, listed, refusedBy, type Turn, table, unsupported } from '../turn.ts';
import { yearsIn } from '../years.ts';

type Rates = ResponseIn<typeof listRates>['rates'][number];

/** Answers about the tax rates of a year, its due dates, interest, penalty, exemptions and the time to appeal. */
export async function answerRates(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(query, ['year', 'type', 'period', 'mine', 'it', 'ordinal'], 'the tax rates');
  if (refused !== undefined) return refused;
  const read = await turn.run('list_tax_rates');
  if (!read.ok) return refusedBy(read);
  const years = yearsIn(query);
  if (years === undefined) return { reply: 'Those are too many years. Ask about a few of them.', outcome: 'clarify' };
  if (years.length > 1) return answerYears(turn, years);
  const [wanted] = years;
  const year = wanted ?? (query.field === 'installments' ? String(new Date(turn.now).getUTCFullYear()) : undefined);
  const rates =
    read.value.rates.find((one) => String(one.year) === year) ??
    (wanted === undefined ? read.value.rates[0] : undefined);
  if (rates === undefined) return { reply: `No tax rates are set${wanted === undefined ? '' : ` for ${wanted}`}.` };
  const type = (valueIn(query, 'type') ?? 'residential') as PropertyType;
  return {
    ...say(turn, rates, type),
    citations: [citeScreen('Municipal registry', '/detroit')],
    blocks: query.field === undefined ? [ratesTable(rates, type)] : [],
  };
}

/** States the rates of each year. */
async function answerYears(turn: Turn, years: readonly string[]): Promise<Draft> {
  const drafts: Draft[] = [];
  const others = turn.query.where.filter(({ kind }) => kind !== 'year' && kind !== 'period');
  for (const value of years)
    drafts.push(await answerRates({ ...turn, query: { ...turn.query, where: [...others, { kind: 'year', value }] } }));
  return {
    reply: drafts.map(({ reply }) => reply).join(' '),
    citations: [citeScreen('Municipal registry', '/detroit')],
    blocks: drafts.flatMap(({ blocks = [] }) => blocks),
  };
}

function say({ query }: Turn, rates: Rates, type: PropertyType): Pick<Draft, 'reply' | 'outcome'> {
  const sum = rates.lines.reduce((all, line) => all + line.rates[type], 0);
  switch (query.field) {
    case 'interest':
      return {
        reply: `Late tax of ${rates.year} bears ${rates.interestBasisPoints / 100} % interest for each month or part of a month.`,
      };
    case 'penalty':
      return {
        reply: `The penalty for a late installment of ${rates.year} is ${rates.penaltyBasisPoints / 100} %, once.`,
      };
    case 'appeal':
      return {
        reply: `An owner has ${counted(rates.appealDays ?? APPEAL_DAYS, 'day')} to appeal an assessment of ${rates.year}.`,
      };
    case 'exemptions':
      return { reply: sayExemptions(rates) };
    case 'installments':
      return sayInstallments(query, rates);
    default:
      return {
        reply: `The rates of ${rates.year} for ${typeWords(type)} property add up to ${mills(sum)}: ${listed(rates.lines.map((line) => `${line.name} ${mills(line.rates[type])}`))}.`,
      };
  }
}

const mills = (parts: number) => `${(parts / 1000).toLocaleString('en-US', { maximumFractionDigits: 3 })} mills`;

function sayExemptions({ year, exemptions = [] }: Rates): string {
  const amount = ({ cents, basisPoints = 0 }: (typeof exemptions)[number]) =>
    cents === undefined
      ? `${basisPoints / 100} % of the assessed value`
      : `${formatCents(cents)} of the assessed value`;
  return exemptions.length === 0
    ? `The rates of ${year} name no exemptions.`
    : `The rates of ${year} have ${counted(exemptions.length, 'kind')} of exemptions: ${listed(exemptions.map((one) => `${one.name} (${amount(one)})`))}.`;
}

/** States all due dates of the year, or the requested one: "the second installment". */
function sayInstallments(query: Query, { year, installments }: Rates): Pick<Draft, 'reply' | 'outcome'> {
  const ordinal = valueIn(query, 'ordinal');
  const nth =
    ordinal === 'last'
      ? installments.length
      : ordinal === undefined
        ? query.order === 'oldest'
          ? 1
          : query.order === 'newest'
            ? installments.length
            : undefined
        : Number(ordinal);
  if (nth !== undefined) {
    const one = installments[nth - 1];
    return one === undefined
      ? { reply: `The tax of ${year} has only ${counted(installments.length, 'installment')}.` }
      : { reply: `Installment ${nth} of the tax of ${year} is due on ${one.due}, with ${one.percent} %.` };
  }
  return {
    reply: `The tax of ${year} is due in ${counted(installments.length, 'installment')}: ${listed(installments.map(({ due, percent }) => `${percent} % by ${due}`))}.`,
  };
}

const ratesTable = (rates: Rates, type: PropertyType) =>
  table(
    `Tax rates of ${rates.year} for ${typeWords(type)} property`,
    ['Line', 'Rate'],
    rates.lines.map((line) => [{ text: line.name }, { text: mills(line.rates[type]) }]),
  );
