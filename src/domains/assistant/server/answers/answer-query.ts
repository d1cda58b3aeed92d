import type { Query } from '#domains/assistant/contract.ts';
import { answerAboutAsset } from './about-asset.ts';
import { answerAssets } from './about-assets.ts';
import { answerInvoices, answerPlans, answerSubscription, answerUsage } from './about-billing.ts';
import { answerDimension } from './about-dimensions.ts';
import { answerEvents } from './about-events.ts';
import { answerBlocks, answerChain, answerCheckpoint, answerKeys, answerWitnesses } from './about-ledger.ts';
import { answerMethods, answerShares } from './about-money.ts';
import { answerPeople } from './about-people.ts';
import { answerBills } from './about-property.ts';
import { answerProperties, answerRates } from './about-registry.ts';
import { answerAccount, answerAudit, answerHealth } from './about-system.ts';
import type { Draft, Turn } from './turn.ts';

type Handler = (turn: Turn) => Promise<Draft> | Draft;

const handlers: Readonly<Record<Query['subject'], Handler>> = {
  asset: (turn) => (isAboutOne(turn.query) ? answerAboutAsset(turn) : answerAssets(turn)),
  event: answerEvents,
  block: answerBlocks,
  chain: answerChain,
  participant: answerPeople,
  batch: answerDimension,
  category: answerDimension,
  place: answerDimension,
  day: answerDimension,
  property: answerProperties,
  bill: answerBills,
  rate: answerRates,
  'payment method': answerMethods,
  share: answerShares,
  plan: answerPlans,
  subscription: answerSubscription,
  invoice: answerInvoices,
  usage: answerUsage,
  account: answerAccount,
  witness: answerWitnesses,
  checkpoint: answerCheckpoint,
  key: answerKeys,
  'audit log': answerAudit,
  health: answerHealth,
};

/** Answers a query from the product's routes. */
export const answerQuery = (turn: Turn): Promise<Draft> | Draft => handlers[turn.query.subject](turn);

/** A question about one asset names it, by its id or its name. */
function isAboutOne({ where, ask, field }: Query): boolean {
  if (where.some(({ kind }) => kind === 'asset')) return true;
  const byName =
    where.some(({ kind }) => kind === 'text') &&
    where.every(({ kind }) => ['text', 'action', 'place', 'period', 'participant', 'role'].includes(kind));
  return byName && (field !== undefined || ['where', 'who', 'when', 'whether', 'how long', 'describe'].includes(ask));
}
