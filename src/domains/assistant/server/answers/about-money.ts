import { conditionsOf, valueIn } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { dollars } from './about-billing.ts';
import { answerOneProperty } from './about-property.ts';
import {
  citeScreen,
  type Draft,
  listed,
  needsSignIn,
  refusedBy,
  signInFirst,
  spokenTime,
  type Turn,
  table,
  total,
  unsupported,
} from './turn.ts';

const methodNames: Readonly<Record<string, string>> = { bank: 'bank transfer', fiat: 'card', usdc: 'USDC', eth: 'ETH' };

/** Answers which payment methods are offered, and what they cost. */
export async function answerMethods(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(query, ['method', 'text'], 'payment methods');
  if (refused !== undefined) return refused;
  const strange = conditionsOf(query, 'text').filter(
    ({ value }) =>
      !/^(?:offered|accepted|available|supported|payments?|tax(?:es)?|bills?|cash|paypal|invoices?|property)$/i.test(
        value,
      ),
  );
  if (strange.length > 0)
    return {
      reply: `I don't understand “${strange[0]?.value}” in a question about payment methods.`,
      outcome: 'clarify',
    };
  const read = await turn.run('list_payment_methods');
  if (!read.ok) return refusedBy(read);
  const wanted = conditionsOf(query, 'method').map(({ value }) => value);
  const unlisted = conditionsOf(query, 'text').find(({ value }) => /^(?:cash|paypal)$/i.test(value));
  if (unlisted !== undefined)
    return {
      reply: `No, ${unlisted.value} is not a payment method here. Offered: ${listed(read.value.methods.filter(({ offered }) => offered).map(({ method }) => methodNames[method] ?? method))}.`,
    };
  const methods = read.value.methods.filter(({ method }) => wanted.length === 0 || wanted.includes(method));
  const offered = methods.filter((one) => one.offered);
  const fee = ({ fees }: (typeof methods)[number]) =>
    fees === undefined || (fees.fixedCents === 0 && fees.basisPoints === 0)
      ? 'no fee'
      : [
          fees.basisPoints > 0 ? `${fees.basisPoints / 100} %` : '',
          fees.fixedCents > 0 ? dollars(fees.fixedCents / 100) : '',
        ]
          .filter(Boolean)
          .join(' and ');
  const name = (method: string) => methodNames[method] ?? method;
  const [one] = methods;
  return {
    reply:
      wanted.length === 1 && one !== undefined
        ? query.field === 'fee' || query.ask === 'how much'
          ? `The fee for a payment by ${name(one.method)} is ${fee(one)}${one.offered ? '' : '; it is not offered now'}.`
          : `${one.offered ? 'Yes' : 'No'}, payment by ${name(one.method)} is ${one.offered ? 'offered' : 'not offered'}, with ${fee(one)}. ${one.note}`
        : `${counted(offered.length, 'payment method')} ${offered.length === 1 ? 'is' : 'are'} offered: ${listed(offered.map((method) => `${name(method.method)} (${fee(method)})`))}.`,
    citations: [citeScreen('Pay a bill', '/detroit/pay')],
    blocks: [
      table(
        'Payment methods',
        ['Method', 'Offered', 'Fee', 'Note'],
        methods.map((method) => [
          { text: name(method.method) },
          { text: method.offered ? 'yes' : 'no' },
          { text: fee(method) },
          { text: method.note },
        ]),
      ),
    ],
  };
}

/** Answers about shares of properties: totals, those of one property, or the caller's own. */
export async function answerShares(turn: Turn): Promise<Draft> {
  const { query } = turn;
  if (needsSignIn(turn)) return signInFirst;
  const refused = unsupported(query, ['property', 'mine', 'place', 'text'], 'shares');
  if (refused !== undefined) return refused;
  const id = valueIn(query, 'property');
  if (conditionsOf(query, 'mine').length > 0 || ['cash', 'portfolio', 'orders'].includes(query.field ?? ''))
    return answerOwnShares(turn);
  if (id !== undefined) return answerSharesOf(turn, id);
  if (conditionsOf(query, 'text').length > 0 || conditionsOf(query, 'place').length > 0)
    return { reply: 'Name the property by its id to ask about its shares.', outcome: 'clarify' };
  const read = await turn.run('read_market');
  if (!read.ok) return refusedBy(read);
  const { properties, shares, holders, volume } = read.value;
  const first =
    query.field === 'volume' || query.field === 'trades'
      ? `${counted(volume.shares, 'share')} for ${dollars(volume.amount)} were traded within 24 hours. `
      : query.field === 'holders'
        ? `${counted(holders, 'address', 'addresses')} hold shares. `
        : '';
  return {
    reply: `${first}There are ${counted(shares, 'share')} of ${counted(properties, 'property', 'properties')}, held by ${counted(holders, 'address', 'addresses')}; ${counted(volume.shares, 'share')} were traded within 24 hours.`,
    citations: [citeScreen('Share market', '/nft')],
  };
}

async function answerSharesOf(turn: Turn, propertyId: string): Promise<Draft> {
  const read = await turn.run('read_order_book', { propertyId });
  if (!read.ok) {
    if (read.status !== 404) return refusedBy(read);
    const property = await answerOneProperty({
      ...turn,
      query: {
        ...turn.query,
        subject: 'property',
        field: undefined,
        where: [{ kind: 'property', value: propertyId }],
      } as Turn['query'],
    });
    return property.outcome === 'unknown'
      ? property
      : { reply: `There are 0 shares of ${propertyId}: none were issued.`, context: { property: propertyId } };
  }
  const { bids, asks, trades, totalSupply, address } = read.value;
  const [last] = trades;
  const price = (level: { pricePerShare: number } | undefined) =>
    level === undefined ? 'none' : dollars(level.pricePerShare);
  return {
    reply: `The last price of a share of ${propertyId} (${address}) is ${last === undefined ? 'none, because none was sold' : `${dollars(last.pricePerShare)}, of ${spokenTime(last.at)}`}. The best bid is ${price(bids[0])}, the best ask ${price(asks[0])}; there are ${counted(totalSupply, 'share')}.`,
    citations: [citeScreen('Share market', '/nft')],
    context: { property: propertyId },
  };
}

async function answerOwnShares(turn: Turn): Promise<Draft> {
  if (turn.username === undefined) return signInFirst;
  if (turn.query.field === 'orders') {
    const orders = await turn.run('list_share_orders', { limit: 25 });
    if (!orders.ok) return refusedBy(orders);
    const open = orders.value.orders.filter(({ status }) => status === 'open').length;
    return {
      reply: `You have ${counted(orders.value.pagination.total, 'order')}${orders.value.pagination.total > orders.value.orders.length ? '' : `, ${open} of them open`}.`,
      citations: [citeScreen('Share market', '/nft')],
    };
  }
  const read = await turn.run('read_portfolio');
  if (!read.ok) return refusedBy(read);
  const { cash, holdings } = read.value;
  const shares = holdings.reduce((all, one) => all + one.shares, 0);
  return {
    reply:
      turn.query.field === 'cash'
        ? `You have ${dollars(cash.free)} of free cash, and ${dollars(cash.held)} held for open purchases.`
        : `You have ${counted(shares, 'share')} of ${counted(holdings.length, 'property', 'properties')}, and ${dollars(cash.free)} of free cash.`,
    citations: [citeScreen('Share market', '/nft')],
    blocks:
      holdings.length === 0
        ? []
        : [
            table(
              'Your shares',
              ['Property', 'Shares', 'Part', 'Value'],
              holdings.map(({ propertyId, shares: count, percentage, value }) => [
                { text: propertyId },
                { text: total(count) },
                { text: `${percentage} %` },
                { text: value === null ? 'never sold' : dollars(value) },
              ]),
            ),
          ],
  };
}
