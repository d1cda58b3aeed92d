import type { Query } from '#domains/assistant/contract.ts';
import { answerDimension } from './about-dimensions.ts';
import { answerAll } from './answer-percentage.ts';
import { answerAboutAsset } from './assets/about-asset.ts';
import { answerAssets } from './assets/about-assets.ts';
import { answerPlans } from './billing/about-plans.ts';
import { answerInvoices, answerSubscription, answerUsage } from './billing/about-subscription.ts';
import { answerEvents } from './events/about-events.ts';
import { answerChain } from './ledger/about-chain.ts';
import { answerBlocks, answerCheckpoint, answerKeys, answerWitnesses } from './ledger/about-ledger.ts';
import { answerAccount, answerAudit, answerHealth } from './ledger/about-system.ts';
import { answerShares } from './market/about-shares.ts';
import { answerPeople } from './participants/about-people.ts';
import { answerMethods } from './payments/about-methods.ts';
import { answerRates } from './payments/about-rates.ts';
import { answerBills } from './registry/about-bills.ts';
import { answerProperties } from './registry/about-registry.ts';
import { type Draft, needsSignIn, signInFirst, type Turn } from './turn.ts';

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
export function answerQuery(turn: Turn): Promise<Draft> | Draft {
  const { ask, subject, where } = turn.query;
  if (ask !== 'whether' || !where.some(({ part }) => part === true)) return handlers[subject](turn);
  if (subject !== 'asset' && subject !== 'event')
    return {
      reply: 'I can’t tell whether all of them do. Ask how many do, and how many there are.',
      outcome: 'clarify',
    };
  return needsSignIn(turn) ? signInFirst : answerAll(turn);
}

/** Reports whether a question names one asset, by its id or its name. */
function isAboutOne({ where, ask, field }: Query): boolean {
  if (where.some(({ kind }) => kind === 'asset')) return true;
  const byName =
    where.some(({ kind }) => kind === 'text') &&
    where.every(({ kind }) => ['text', 'action', 'place', 'period', 'participant', 'role'].includes(kind));
  // "Fountain pens in Paris" asks for all of them.
  if (ask === 'describe' && field === undefined && where.some(({ kind }) => kind === 'place' || kind === 'action'))
    return false;
  return byName && (field !== undefined || ['where', 'who', 'when', 'whether', 'how long', 'describe'].includes(ask));
}
