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
    synonyms: ['pricing plan', 'tariff', 'price list'],
    fields: {
      price: ['price', 'cost', 'pricing'],
      users: ['user limit', 'maximum users', 'seat'],
      assets: ['asset limit', 'maximum assets'],
      features: ['feature'],
    },
    values: {
      plan: {
        starter: ['starter', 'starter plan'],
        professional: ['professional', 'professional plan'],
        business: ['business plan'],
        enterprise: ['enterprise', 'enterprise plan'],
      },
      cycle: {
        monthly: ['monthly', 'a month', 'per month', 'by month', 'each month'],
        annual: ['annual', 'annually', 'yearly', 'a year', 'per year'],
      },
    },
    verbs: { cost: ['cost'] },
  },
  { noun: 'subscription', synonyms: ['trial', 'free trial', 'contract with cairn'], fields: {} },
  { noun: 'invoice', synonyms: ['credit note'], fields: {} },
  { noun: 'usage', synonyms: ['consumption', 'quota'], fields: {} },
] as const satisfies Vocabulary;
