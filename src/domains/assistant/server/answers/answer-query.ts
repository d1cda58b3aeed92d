import type { Query } from '#domains/assistant/contract.ts';
import { answerAboutAsset } from './about-asset.ts';
import { answerAssets } from './about-assets.ts';
import { answerBills } from './about-bills.ts';
import { answerDimension } from './about-dimensions.ts';
import { answerEvents } from './about-events.ts';
import { answerBlocks, answerChain, answerCheckpoint, answerKeys, answerWitnesses } from './about-ledger.ts';
import { answerMethods } from './about-methods.ts';
import { answerPeople } from './about-people.ts';
import { answerPlans } from './about-plans.ts';
import { answerRates } from './about-rates.ts';
import { answerProperties } from './about-registry.ts';
import { answerShares } from './about-shares.ts';
import { answerInvoices, answerSubscription, answerUsage } from './about-subscription.ts';
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
