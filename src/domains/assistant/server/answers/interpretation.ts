import {
  type Condition,
  type InterpretationChange,
  type InterpretationChip,
  Query,
} from '#domains/assistant/contract.ts';
import { participantRoles } from '#domains/participants/contract.ts';
import { assetCategories, assetStatuses, eventActions } from '#domains/trace/contract.ts';

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
};

const choices: Partial<Record<Condition['kind'], readonly string[]>> = {
  status: assetStatuses,
  category: assetCategories,
  action: eventActions,
  role: participantRoles,
  cycle: ['monthly', 'annual'],
};

const asked: Readonly<Record<Query['ask'], string>> = {
  list: 'Which',
  count: 'How many',
  describe: 'What',
  when: 'When',
  where: 'Where',
  who: 'Who',
  'how long': 'How long',
  'how much': 'How much',
  most: 'Most',
  least: 'Fewest',
  compare: 'Compare',
  whether: 'Whether',
};

const DAY = 86_400_000;
const text = (value: string) => value.replaceAll('_', ' ');

/** Returns how a query was understood, as parts that can be changed or removed. `part` is its place in the message. */
export function chipsOf(query: Query, part: number): InterpretationChip[] {
  const chips: InterpretationChip[] = [
    {
      id: `${part}.ask`,
      label: 'Asked',
      value: query.ask,
      text: `${asked[query.ask]}: ${query.subject}${query.field === undefined ? '' : `, ${query.field.replace('meta:', '')}`}${query.by === undefined ? '' : `, by ${query.by}`}`,
      alternatives: (['list', 'count', 'when', 'where', 'who'] as const)
        .filter((ask) => ask !== query.ask && goods(query))
        .map((value) => ({ value, text: `${asked[value]}: ${query.subject}` })),
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
      label: (condition.as === undefined ? undefined : roleLabels[condition.as]) ?? labels[condition.kind],
      value,
      text: `${condition.not === true ? 'not ' : ''}${condition.kind === 'period' ? spokenDays(condition) : text(condition.value)}`,
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

const goods = ({ subject }: Query) => subject === 'asset' || subject === 'event' || subject === 'participant';

const spokenDays = ({ from, to }: Condition) =>
  from === to ? (from ?? '') : from === '1970-01-01' ? `until ${to}` : `${from} to ${to}`;

/** Applies what the reader changed. A change that does not fit leaves the query as it is. */
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
