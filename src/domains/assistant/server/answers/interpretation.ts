import {
  type Condition,
  type InterpretationChange,
  type InterpretationChip,
  Query,
} from '#domains/assistant/contract.ts';
import { participantRoles } from '#domains/participants/contract.ts';
import { assetCategories, assetStatuses, eventActions } from '#domains/trace/contract.ts';
import { spokenAsk } from './spoken-ask.ts';
import { spokenDays } from './spoken-days.ts';

const labels: Readonly<Record<Condition['kind'], string>> = {
  asset: 'Asset',
  block: 'Block',
  hash: 'Hash',
  action: 'Action',
  status: 'Status',
  category: 'Category',
  batch: 'Batch',
  participant: 'Participant',
  role: 'Role',
  place: 'Place',
  period: 'Period',
  text: 'Words',
  property: 'Property',
  address: 'Address',
  neighborhood: 'Neighborhood',
  type: 'Type',
  owed: 'Tax owed',
  year: 'Year',
  state: 'State',
  plan: 'Plan',
  cycle: 'Billing',
  users: 'Users',
  mine: 'Whose',
  anomalous: 'Marked',
  it: 'It',
  them: 'They',
  order: 'Order',
  amount: 'Amount',
  code: 'Code',
  method: 'Method',
  side: 'Side',
  stage: 'State',
  assets: 'Assets',
  bill: 'Bill',
  ordinal: 'Number',
  stating: 'Stating',
  number: 'Number',
  owner: 'Owner',
};

const roleLabels: Partial<Record<NonNullable<Condition['as']>, string>> = {
  actor: 'By',
  addressee: 'Addressed to',
  holder: 'Held by',
  recorder: 'Recorded by',
  maker: 'Made by',
  source: 'From',
  from: 'From',
  to: 'To',
  via: 'Through',
};

const choices: Partial<Record<Condition['kind'], readonly string[]>> = {
  status: assetStatuses,
  category: assetCategories,
  action: eventActions,
  role: participantRoles,
  cycle: ['monthly', 'annual'],
};

const DAY = 86_400_000;
const text = (value: string) => value.replaceAll('_', ' ');

/**
 * Returns the interpretation of a query as parts that can be changed or removed. `part` is its position in the message.
 */
export function chipsOf(query: Query, part: number): InterpretationChip[] {
  const chips: InterpretationChip[] = [
    {
      id: `${part}.ask`,
      label: 'Asked',
      value: query.ask,
      text: spokenAsk(query),
      alternatives: (['list', 'count', 'when', 'where', 'who'] as const)
        .filter((ask) => ask !== query.ask && goods(query))
        .map((value) => ({ value, text: spokenAsk({ ask: value, subject: query.subject }) })),
      removable: false,
    },
  ];
  const seen = new Map<string, number>();
  for (const condition of query.where) {
    const nth = seen.get(condition.kind) ?? 0;
    seen.set(condition.kind, nth + 1);
    const value = condition.kind === 'period' ? `${condition.from}..${condition.to}` : condition.value;
    chips.push({
      id: `${part}.${condition.kind}.${nth}`,
      label: labelOf(condition, query),
      value,
      text: `${condition.not === true ? 'not ' : ''}${condition.than === undefined ? '' : `${condition.than} `}${condition.kind === 'period' ? spokenDays(condition).words : text(condition.value)}`,
      alternatives: (choices[condition.kind] ?? [])
        .filter((one) => one !== condition.value)
        .map((one) => ({ value: one, text: text(one) })),
      removable: goods(query) && condition.kind !== 'asset',
    });
  }
  if (query.limit !== undefined)
    chips.push({
      id: `${part}.limit`,
      label: 'Limit',
      value: String(query.limit),
      text: String(query.limit),
      alternatives: [5, 10, 20, 50]
        .filter((limit) => limit !== query.limit)
        .map((limit) => ({ value: String(limit), text: String(limit) })),
      removable: true,
    });
  return chips;
}

/** The period of events names the clock by which they are in it. */
function labelOf({ kind, as, clock }: Condition, { subject }: Query): string {
  if (kind === 'period' && subject === 'event') return clock === 'recorded' ? 'Recorded' : 'Happened';
  return (as === undefined ? undefined : roleLabels[as]) ?? labels[kind];
}

const goods = ({ subject }: Query) => subject === 'asset' || subject === 'event' || subject === 'participant';

/** Applies the reader's changes. Ignores a change that does not fit. */
export function applyChanges(query: Query, changes: readonly InterpretationChange[], part: number): Query {
  let changed = query;
  for (const { id, value } of changes) {
    const [at, kind, nth] = id.split('.');
    if (at !== String(part)) continue;
    const parsed = Query.safeParse(
      kind === 'ask'
        ? { ...changed, ask: value }
        : kind === 'limit'
          ? withLimit(changed, value)
          : { ...changed, where: withCondition(changed.where, kind, Number(nth), value) },
    );
    if (parsed.success) changed = parsed.data;
  }
  return changed;
}

function withLimit({ limit: _, ...query }: Query, value: string | null) {
  return value === null ? query : { ...query, limit: Number(value) };
}

function withCondition(
  where: readonly Condition[],
  kind: string | undefined,
  nth: number,
  value: string | null,
): readonly Condition[] {
  const target = where.filter((condition) => condition.kind === kind)[nth];
  if (target === undefined) return where;
  if (value === null) return where.filter((condition) => condition !== target);
  const [from, to] = value.split('..');
  const period =
    target.kind === 'period' && from !== undefined && to !== undefined && Date.parse(to) - Date.parse(from) >= -DAY
      ? { from, to }
      : {};
  return where.map((condition) => (condition === target ? { ...condition, value, ...period } : condition));
}
