import { tool, type Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import { readBillingAccount } from './account.ts';
import { listInvoices } from './invoices.ts';
import { estimatePrice, listPlans, readSubscription } from './subscription.ts';
import { readTeam } from './team.ts';
import { readUsage } from './usage.ts';

/** Declares the billing tools of the assistant. */
export const tools = {
  list_plans: tool(listPlans, 'List the plans', 'The plans with their prices, limits and features.'),
  estimate_price: tool(
    estimatePrice,
    'Estimate a price',
    'What each plan costs for a number of users and assets, monthly or annual.',
  ),
  read_subscription: tool(
    readSubscription,
    'Read your subscription',
    'The plan, status and period of the signed-in account.',
  ),
  read_billing_account: tool(
    readBillingAccount,
    'Read your billing account',
    'What the signed-in account owes, its credit, and whether the trial is left.',
  ),
  list_invoices: tool(listInvoices, 'List your invoices', 'The invoices and credit notes of the signed-in account.'),
  read_usage: tool(
    readUsage,
    'Read your usage',
    'Users and assets of the signed-in account against the limits of its plan.',
  ),
  read_team: tool(readTeam, 'Read your team', 'The members of the signed-in account’s team.'),
} as const;

/** The words with which questions refer to plans and subscriptions. */
export const vocabulary = [
  {
    noun: 'plan',
    synonyms: [
      'pricing plan',
      'tariff',
      'price list',
      'package plan',
      'pricing tier',
      'tier',
      'price plan',
      'subscription plan',
    ],
    fields: {
      unit: ['in days', 'in dollars', 'in percent', 'dollar', 'percent', 'in usd', 'cairn'],
      price: ['price', 'cost', 'pricing', 'charge', 'expensive', 'cheap', 'costly', 'monthly cost', 'fee', 'pay'],
      users: [
        ...[
          'user limit',
          'maximum users',
          'max users',
          'limit of users',
          'users allowed',
          'user',
          'team member',
          'team size',
        ],
        ...['member', 'people', 'colleague', 'employee'],
      ],
      assets: [...['asset limit', 'maximum assets', 'max assets', 'limit of assets', 'assets allowed', 'asset']],
      limits: ['limit', 'limitation', 'allow', 'allowed', 'allowance', 'maximum', 'max', 'include limits', 'capacity'],
      features: [
        'feature',
        'include',
        'included',
        'come with',
        'contain',
        'benefit',
        'what is in',
        'get with',
        'offer',
      ],
      discount: [
        ...['discount', 'annual discount', 'rebate', 'save', 'saving', 'cheaper', 'price reduction', 'percent off'],
      ],
      trial: ['trial length', 'trial period', 'trial duration', 'trial days', 'length of the trial', 'try for free'],
    },
    values: {
      plan: {
        starter: ['starter', 'starter plan', 'starter tier', 'basic plan'],
        professional: ['professional', 'professional plan', 'pro plan', 'pro', 'professional tier'],
        business: ['business plan', 'business', 'business tier'],
        enterprise: ['enterprise', 'enterprise plan', 'enterprise tier'],
      },
      cycle: {
        monthly: [
          'monthly',
          'a month',
          'per month',
          'by month',
          'each month',
          'month',
          'every month',
          'monthly billing',
        ],
        annual: [
          ...[
            'annual',
            'annually',
            'yearly',
            'a year',
            'per year',
            'each year',
            'year',
            'every year',
            'annual billing',
          ],
          ...['yearly billing', 'billed annually', 'paid yearly', 'annual payment'],
        ],
      },
    },
    verbs: { cost: ['cost'] },
    weak: [
      ...['in days', 'in dollars', 'in percent', 'dollar', 'percent', 'in usd', 'cairn'],
      ...['tier', 'charge', 'expensive', 'cheap', 'costly', 'fee', 'pay', 'user', 'member'],
      ...['people', 'colleague', 'employee', 'team member', 'asset', 'allow', 'allowed', 'allowance', 'maximum'],
      ...['max', 'capacity', 'include', 'included', 'contain', 'benefit', 'come with', 'offer', 'save'],
      ...['saving', 'cheaper', 'pro', 'business', 'monthly', 'month', 'a month', 'per month', 'by month'],
      ...['each month', 'every month', 'annual', 'annually', 'yearly', 'year', 'a year', 'per year', 'each year'],
      ...['every year', 'what is in', 'get with'],
    ],
  },
  {
    noun: 'subscription',
    synonyms: ['trial', 'free trial', 'contract with cairn', 'billing', 'membership', 'our subscription'],
    fields: {
      status: [
        'status',
        'state',
        'active',
        'canceled',
        'cancelled',
        'expired',
        'running',
        'valid',
        'on trial',
        'trialing',
      ],
      cycle: [
        'billing cycle',
        'billing period',
        'billing interval',
        'payment interval',
        'billed',
        'how often billed',
        'cycle',
      ],
      end: [
        ...[
          'end',
          'ends',
          'expire',
          'run out',
          'trial end',
          'end of the trial',
          'end date',
          'trial over',
          'trial expire',
          'over',
        ],
        ...['days left', 'time left', 'left', 'remaining', 'expiry', 'expiration'],
      ],
      next: [
        ...[
          'next invoice',
          'next bill',
          'renew',
          'renewal',
          'renewal date',
          'next payment',
          'next charge',
          'charge next',
        ],
        ...['next billing date', 'upcoming invoice', 'billed next', 'next renewal', 'renews', 'auto renew'],
      ],
      start: ['start', 'begin', 'began', 'started', 'start date', 'since'],
      users: [
        'booked users',
        'subscribed users',
        'sign up',
        'signed up',
        'signed up for',
        'declared users',
        'sign up for',
      ],
      payer: ['payer', 'who pays', 'paid by'],
    },
    weak: [
      ...['status', 'state', 'active', 'canceled', 'cancelled', 'expired', 'running', 'valid', 'end'],
      ...['ends', 'expire', 'run out', 'end date', 'over', 'days left', 'time left', 'left', 'remaining'],
      ...['expiry', 'expiration', 'renew', 'renews', 'start', 'begin', 'began', 'started', 'start date'],
      ...['since', 'sign up', 'signed up', 'signed up for', 'sign up for', 'payer', 'who pays', 'paid by', 'billed'],
      ...['cycle', 'membership'],
    ],
  },
  {
    noun: 'invoice',
    synonyms: ['credit note', 'billing history', 'billing record', 'past invoice', 'bill'],
    fields: {
      unpaid: ['unpaid', 'open', 'outstanding', 'due', 'pending', 'not paid', 'still open', 'owe', 'owed'],
      overdue: ['overdue', 'past due', 'late'],
      paid: ['paid', 'settled'],
      credit: ['credit', 'account credit', 'credit balance'],
      amount: ['amount', 'invoice amount', 'total amount'],
      due: ['due date', 'payable by', 'payment deadline'],
    },
    weak: [
      ...['bill', 'unpaid', 'open', 'outstanding', 'due', 'pending', 'not paid', 'still open', 'owe'],
      ...['owed', 'overdue', 'past due', 'late', 'paid', 'settled', 'credit', 'amount', 'total amount'],
      ...['due date', 'payable by', 'payment deadline'],
    ],
  },
  {
    noun: 'usage',
    synonyms: [
      'consumption',
      'quota',
      'seat',
      'seats used',
      'users used',
      'assets used',
      'used seats',
      'used',
      'user seat',
    ],
    fields: { seats: ['seat', 'seats used', 'seats left', 'free seats', 'used', 'in use'] },
    weak: ['used', 'in use', 'consumption'],
  },
  {
    noun: 'team',
    synonyms: ['billing team', 'team of mine', 'our team'],
    fields: { members: ['team member', 'member of the team', 'invite', 'invitation'] },
  },
] as const satisfies Vocabulary;
