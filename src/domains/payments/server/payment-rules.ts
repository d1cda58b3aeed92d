import type { RuleSet } from '#domains/ledger/server/index.ts';
import { type BookEntry, insertEntries } from './books.ts';
import { insertRates } from './digital/eth-rates.ts';
import { RATE_HOURS_MAX, type RateRequest, type StatedRate, statedBy } from './digital/rate-blocks.ts';
import type { MoneyUses, UsedMoney } from './money-uses.ts';
import { paymentBlockTypes } from './statements/payment-block-types.ts';
import { judgeSuspense, originOf, type SuspenseRequest } from './statements/suspense-rules.ts';

type State = {
  readonly entries: BookEntry[];
  readonly rates: StatedRate[];
  readonly used: UsedMoney;
  readonly claimed: string[];
};

/** Returns the rules for this domain's own blocks: money in suspense, and rates. Blocks and rows commit together. */
export const createPaymentRules = (uses: MoneyUses): RuleSet<SuspenseRequest | RateRequest, State> => ({
  types: paymentBlockTypes,
  async read(db, requests, from) {
    const wanted = requests.flatMap((request) => (request.act === 'rate' ? [] : [originOf(request)]));
    return { entries: [], rates: [], used: await uses.read(db, wanted, from), claimed: [] };
  },
  judge({ entries, rates, used, claimed }, request, position) {
    if (request.act === 'rate') {
      const data = describeRate(request);
      rates.push(statedBy(data, position));
      return { draft: paymentBlockTypes.draft(data) };
    }
    const { draft, postings } = judgeSuspense(request);
    claimed.push(...uses.claim(used, originOf(request)));
    entries.push({ blockIndex: position.index, postings });
    return { draft };
  },
  project: ({ entries, rates }) => [
    ...(entries.length === 0 ? [] : [insertEntries(entries)]),
    ...(rates.length === 0 ? [] : [insertRates(rates)]),
  ],
  sent: () => undefined,
  committed: ({ claimed }) => uses.committed(claimed),
});

const describeRate = ({ centsPerEth, user }: RateRequest) => ({
  action: 'payments.eth_rate_set' as const,
  ...(user === null ? {} : { user }),
  set_by: user === null ? ('sample' as const) : ('administrator' as const),
  cents_per_eth: centsPerEth,
  hours_max: RATE_HOURS_MAX,
});
