import { notRegistered } from '#domains/participants/contract.ts';
import { assetExists, canManufacture, canShip } from '#domains/trace/contract.ts';
import { countOf } from '../facts/facts-of-assets.ts';
import { listWithoutEvent } from '../facts/facts-of-exclusions.ts';
import { explains, heldByRoles, ifAnswered, roleMay, says, saysNone, saysOneOf } from '../facts/facts-of-the-guide.ts';
import { either2 } from '../facts/facts-that-compare.ts';
import { notAnswered, type Question } from '../question.ts';

const shippedOnly = listWithoutEvent(
  { action: 'received' },
  { where: ({ eventCount, currentStatus }) => eventCount > 1 && currentStatus === 'shipped' },
);

export const helpInOtherWords: readonly Question[] = [
  {
    ask: 'What does a validator do here?',
    outcome: [...notAnswered, 'answered'],
    states: [ifAnswered(saysOneOf('re-reads'))],
  },
  { ask: 'what does a witness do', states: [saysOneOf('cosign', 'cosigns', 'cosignature')] },
  { ask: 'explain lineage to me', cites: 'lineage', states: [says('made from')] },
  { ask: "what's a checkpoint", cites: 'checkpoint', states: [says('signed')] },
  {
    ask: 'I made an error in a delivery that I recorded. How can I put it right?',
    cites: 'Correct a mistake',
    states: [saysOneOf('correction', 'correct')],
  },
  { ask: 'steps to record that a shipment went out', cites: 'Record a shipment', states: [says('shipped')] },
  { ask: 'How would I go about creating a new asset?', cites: 'Create an asset', states: [says('manufactured')] },
  { ask: 'is it possible to undo a recorded event', states: [saysOneOf('correct', 'correction')] },
  {
    ask: 'our wifi is bad, what happens to events I enter offline',
    cites: 'Drafts, offline work and bulk import',
    states: [says('outbox')],
  },
  {
    ask: 'bulk upload of events from a spreadsheet',
    cites: 'Drafts, offline work and bulk import',
    states: [says('CSV')],
  },
  {
    ask: 'how do I turn on two factor authentication',
    cites: 'Two-step sign-in with an authenticator app',
    states: [says('authenticator')],
  },
  { ask: 'log in with a fingerprint or passkey', cites: 'Sign in with a passkey', states: [says('passkey')] },
  { ask: 'I want to change my password, where?', cites: 'Change your password', states: [says('password')] },
  {
    ask: 'how do I sign out of all devices',
    cites: 'Your sessions, security log and data',
    states: [saysOneOf('sessions', 'session')],
  },
  {
    ask: 'how do I open an account',
    cites: 'Sign up or register an account',
    states: [saysOneOf('Sign up', 'Register', 'account')],
  },
  { ask: 'which steps are needed to invite a coworker', cites: 'Invite your team', states: [says('Invite')] },
  {
    ask: 'can I cancel my subscription any time?',
    cites: 'Upgrade, downgrade and cancel',
    states: [saysOneOf('cancel', 'cancellation')],
  },
  {
    ask: 'we missed an invoice, what are the consequences',
    cites: 'What happens if an invoice is not paid',
    states: [saysOneOf('read-only', 'reminded')],
  },
  { ask: 'how can I contest the assessment of my property', states: [saysOneOf('appeal')] },
  { ask: 'ways to pay my property tax', states: [saysOneOf('transfer', 'card')], outcome: ['answered'] },
  { ask: 'Set up automatic payment of taxes, how?', cites: 'Autopay', states: [saysOneOf('autopay')] },
  { ask: 'how do i claim the house i own', cites: 'Claim your property', states: [saysOneOf('claim')] },
  { ask: 'how do I place a bid for shares', cites: 'Buy or sell shares', states: [saysOneOf('order', 'buy')] },
  {
    ask: 'what must I do to withdraw my trading cash',
    cites: 'Take cash out',
    states: [saysOneOf('withdraw', 'Withdraw Cash')],
  },
  { ask: 'Do I get rent from the shares I hold?', cites: 'Income of a property', states: [saysOneOf('income')] },
  { ask: 'who is entitled to create assets', states: [heldByRoles(canManufacture)] },
  { ask: 'Are auditors permitted to ship?', states: [roleMay('auditor', canShip)], outcome: ['answered'] },
  { ask: 'is a shipper permitted to manufacture goods', states: [roleMay('shipper', canManufacture)] },
  { as: 'demo-retailer', ask: 'do I have permission to ship goods?', states: [roleMay('retailer', canShip)] },
  { ask: 'trace.asset_exists: why do I get this?', states: [explains(assetExists)] },
  { ask: 'what can I do about participants.not_registered', states: [explains(notRegistered)] },
  { ask: 'api authentication', cites: 'Sign in through the API', states: [says('token')] },
  { ask: 'how many requests per minute may I send', cites: 'Limits of requests', states: [says('429')] },
  { ask: 'Are conversations with you private?', cites: 'What is stored of a conversation', states: [says('alone')] },
  { ask: 'how do I export the audit log to excel', cites: 'Export the audit log', states: [says('CSV')] },
  {
    ask: 'proving to a third party that a block is in the ledger',
    states: [saysOneOf('proof', 'verify')],
    outcome: ['answered'],
  },
  {
    as: 'demo-shipper',
    ask: 'we just got NLA-2026-01 at Kolding depot',
    proposes: { action: 'received', asset_id: 'NLA-2026-01', location: 'Kolding depot' },
  },
  {
    as: 'demo-maker',
    ask: 'please enter a new product NLX-88 named "Heat sensor" in Trondheim',
    proposes: { action: 'manufactured', asset_id: 'NLX-88', location: 'Trondheim', name: 'Heat sensor' },
  },
  {
    as: 'demo-retailer',
    ask: 'mark NLA-2026-02 as delivered in Bergen',
    proposes: { action: 'delivered', asset_id: 'NLA-2026-02', location: 'Bergen' },
  },
  {
    as: 'demo-shipper',
    ask: 'NLA-2026-02 has been shipped to Bergen by us, can you put that on the ledger',
    outcome: ['proposed', 'clarify'],
  },
  { as: 'demo-maker', ask: 'sign up a retailer named hygge-home', proposes: { user: 'hygge-home', role: 'retailer' } },
  { as: 'demo-admin', ask: 'make alpenrail inactive', outcome: notAnswered },
  { as: 'demo-maker', ask: 'overwrite block 100', outcome: notAnswered },
  { as: 'demo-maker', ask: 'get rid of the last quality check of NLW-2026-021', outcome: notAnswered },
  { as: 'demo-resident', ask: 'waive my tax', outcome: notAnswered },
  { as: 'demo-maker', ask: 'sell my shares of 125 Main Street now', outcome: notAnswered },
  { ask: 'who is the best shipper', outcome: notAnswered },
  { ask: 'is Havn Market a reliable partner', outcome: notAnswered },
  { ask: 'which shipment was the fastest', outcome: notAnswered },
  { ask: 'are the heat pump controllers waterproof?', outcome: notAnswered },
  { ask: 'what does the Enamel watch weigh', outcome: notAnswered },
  { ask: 'how heavy is LUM-2026-012', outcome: [...notAnswered, 'answered'], states: [ifAnswered(saysNone)] },
  {
    ask: 'customs declaration number of KVC-2026-026',
    outcome: [...notAnswered, 'answered'],
    states: [ifAnswered(saysNone)],
  },
  { ask: 'Which pharma goods were stored above the allowed temperature?', outcome: notAnswered },
  { ask: 'how long does a delivery usually take', outcome: notAnswered },
  { ask: 'average time from Trondheim to Bergen', outcome: notAnswered },
  { ask: 'goods that were delivered twice', outcome: [...notAnswered, 'answered'], states: [ifAnswered(saysNone)] },
  { ask: 'assets with exactly two owners', outcome: notAnswered },
  {
    ask: 'which assets were shipped but never received by anyone',
    outcome: [...notAnswered, 'answered'],
    states: [ifAnswered(shippedOnly)],
  },
  { ask: 'who will buy 473 Water Street', outcome: notAnswered },
  {
    ask: 'who owns 473 Water Street by name',
    outcome: [...notAnswered, 'answered'],
    states: [ifAnswered(saysOneOf('pseudonym', 'pseudonyms', 'not public'))],
  },
  { ask: 'school rating in Garden Hill', outcome: notAnswered },
  { ask: 'mortgage on 109 Main Street', outcome: notAnswered },
  { ask: 'is now a good time to buy shares', outcome: notAnswered },
  { ask: 'how much did the price of 125 Main Street rise this year', outcome: notAnswered },
  { ask: 'difference between Cairn and SAP', outcome: notAnswered },
  { ask: 'How much do you earn', outcome: notAnswered },
  { ask: 'who won the world cup', outcome: notAnswered },
  { ask: 'list all users with their email addresses', outcome: notAnswered },
  { ask: 'which of the participants are bankrupt', outcome: notAnswered },
  { ask: 'shipments without insurance', outcome: notAnswered },
  { ask: 'insured goods that were stolen', outcome: notAnswered },
  { ask: 'total weight of the coffee in Bergen', outcome: notAnswered },
  { ask: 'the second newest block minus the first', outcome: notAnswered },
  {
    ask: 'which assets are both in Oslo and in Bergen',
    outcome: [...notAnswered, 'answered'],
    states: [
      ifAnswered(
        either2(saysNone, countOf({ where: ({ currentLocation = '' }) => /Oslo|Bergen/.test(currentLocation) })),
      ),
    ],
  },
  { ask: 'great, cheers!', isSmallTalk: true },
  { ask: 'good evening', isSmallTalk: true },
  { after: ['who has NLW-2026-016'], ask: 'ok got it, many thanks', isSmallTalk: true },
];
