import { type Answer, json } from '#platform/web/testing/stub-server.ts';

const now = '2026-11-23T10:00:00.000Z';
const end = '2026-12-07T10:00:00.000Z';

const planOf = (id: string, displayName: string, user: number, asset: number, maxUsers: number | null) => ({
  ...{ id, name: id, displayName, description: '', features: [], customPricing: maxUsers === null },
  ...{ pricePerUserMonth: user, pricePerAssetMonth: asset, maxUsers, maxAssets: maxUsers && maxUsers * 100 },
});
export const plans = [
  planOf('starter', 'Starter', 15, 0.05, 10),
  planOf('professional', 'Professional', 39, 0.04, 50),
  planOf('business', 'Business', 79, 0.03, 250),
  planOf('enterprise', 'Enterprise', 0, 0, null),
];

export const subscriptionOf = (change: object = {}) => ({
  ...{ planId: 'professional', billingCycle: 'annual', userCount: 20, assetCount: 100, status: 'active' },
  ...{ currentPeriodStart: now, currentPeriodEnd: end, trialEnd: null, cancelAtPeriodEnd: false },
  ...{ atPeriodEnd: null, endedAt: null },
  ...change,
});

export const trialOf = (change: object = {}) => subscriptionOf({ status: 'trial', trialEnd: end, ...change });

export const accountOf = (change: object = {}) => ({
  ...{ now, enabled: true, canTry: false, hasDetails: true, credit: 0, owed: 0, overdue: 0 },
  ...{ paidBy: null, readOnlySince: null, readOnlyFrom: null, contact: 'sales@cairn.example', clockCanMove: false },
  ...change,
});

export const chargeOf = (due: number) => ({
  ...{ at: end, net: due, tax: 0, taxText: null, gross: due, credit: 0, due },
  lines: [{ text: 'Business: 20 users', quantity: 20, unitPrice: 79, from: now, until: end, amount: due }],
});

type State = { subscription?: object | null; account?: object; preview?: object };

/** The responses of the server about billing. Change `state` to change later responses. */
export function billingAnswers(state: State = {}): Record<string, Answer> {
  const preview = { now: null, next: null, atPeriodEnd: null, endsAt: null };
  return {
    'GET /api/subscription/plans': () => json({ plans }),
    'GET /api/subscription/subscription': () => {
      const subscription = state.subscription ?? null;
      const plan = subscription && plans.find(({ id }) => id === (subscription as { planId: string }).planId);
      return json({ subscription, plan });
    },
    'GET /api/subscription/account': () => json(accountOf(state.account)),
    'POST /api/subscription/preview': () => json({ ...preview, ...state.preview }),
    'GET /api/subscription/events': () => json({ events: [] }),
    'GET /api/subscription/team': () =>
      json({
        payer: 'ann',
        seats: 1,
        members: [{ username: 'ann', kind: 'payer', active: true }],
        invites: [],
        mails: false,
      }),
    'GET /api/subscription/billing-details': () => json({ details: null }),
    'GET /api/subscription/card': () => json({ card: null }),
    'GET /api/payments/stored-cards': () => json({ cards: [] }),
    'GET /api/payments/methods': () => json({ methods: [] }),
  };
}
