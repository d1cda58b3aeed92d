import { canReadAuditTrail } from '#domains/audit/contract.ts';
import { trialUsed } from '#domains/billing/contract.ts';
import { blockNotFound } from '#domains/ledger/contract.ts';
import { canRegisterParticipants, notRegistered } from '#domains/participants/contract.ts';
import { canOpenPortal } from '#domains/registry/contract.ts';
import { assetExists, canHandle, canManufacture } from '#domains/trace/contract.ts';
import { tooManyRequests } from '#platform/contract/errors.ts';
import { explains, heldByRoles, passwordMinimum, roleMay, rule, says, saysOneOf } from '../facts/facts-of-the-guide.ts';
import type { Question } from '../question.ts';

export const howTo: readonly Question[] = [
  { ask: 'how long must my password be?', states: [passwordMinimum] },
  {
    ask: 'how do I change my password',
    cites: 'Change your password',
    states: [says('Profile Settings'), passwordMinimum],
  },
  { ask: 'I forgot my password, help!', cites: 'Forgotten password', states: [says('administrator', 'link')] },
  { ask: 'how long is a password reset link valid?', cites: 'Forgotten password', states: [rule(24)] },
  { ask: 'when does my session expire', cites: 'Sign in and sign out', states: [rule(7), rule(30)] },
  { ask: 'where do I log out', cites: 'Sign in and sign out', states: [says('Sign Out')] },
  {
    ask: 'How can I set up two-factor authentication?',
    cites: 'Two-step sign-in with an authenticator app',
    states: [says('QR code')],
  },
  { ask: 'how many recovery codes do I get', cites: 'Two-step sign-in with an authenticator app', states: [rule(10)] },
  {
    ask: 'I lost my phone with the authenticator app',
    cites: 'Lost authenticator app',
    states: [says('recovery codes')],
  },
  {
    ask: 'where can i see on which devices I am logged in',
    cites: 'Your sessions, security log and data',
    states: [says('Profile Settings')],
  },
  {
    ask: 'how do I get a copy of my data',
    cites: 'Your sessions, security log and data',
    states: [saysOneOf('exports', 'export')],
  },
  { ask: 'is there a demo account I can try?', cites: 'Try it with a demo account', states: [says('Role Demo')] },
  { ask: 'How do I record an event?', cites: 'Add or record an event', states: [says('Add Event')] },
  {
    ask: 'steps to register a shipment leaving our warehouse',
    cites: 'Record a shipment',
    states: [says('shipped', 'addressee')],
  },
  { ask: 'how do I create a new asset?', cites: 'Create an asset', states: [says('manufactured')] },
  { ask: 'I made a typo in an event. how can I fix it', cites: 'Correct a mistake', states: [says('correction')] },
  {
    ask: 'how do I import many events from a csv file',
    cites: 'Drafts, offline work and bulk import',
    states: [says('CSV')],
  },
  {
    ask: 'can I keep working without internet?',
    cites: 'Drafts, offline work and bulk import',
    states: [says('outbox')],
  },
  { ask: 'what stops the same request from being recorded twice?', states: [says('Idempotency-Key')] },
  {
    ask: 'explain the asset statuses',
    cites: 'What the statuses mean',
    states: [says('manufactured', 'shipped', 'delivered')],
  },
  { ask: 'what counts as an anomaly?', states: [says('out of order')] },
  { ask: 'how do I print a QR code label for an asset', cites: 'Share and print an asset', states: [says('QR code')] },
  { ask: 'download the audit log as csv, how', cites: 'Export the audit log', states: [says('CSV')] },
  { ask: 'how do I check the whole chain myself?', cites: 'Validate the chain', states: [says('validation')] },
  {
    ask: 'how can a court check a proof without your server',
    cites: 'Verify without this server',
    states: [says('cairn verify')],
  },
  { ask: 'what is a witness for', states: [saysOneOf('cosign', 'cosigns', 'cosignature')] },
  { ask: 'can a block be deleted?', cites: 'Can anything be changed or deleted', states: [saysOneOf('never', 'no')] },
  { ask: 'How do I add a participant?', cites: 'Add a participant', states: [says('Add Participant')] },
  { ask: 'can I rename my company', cites: 'Change a participant', states: [says('display name')] },
  { ask: 'who is allowed to record manufactured', states: [heldByRoles(canManufacture)] },
  { ask: 'which roles can receive goods?', states: [heldByRoles(canHandle)] },
  { ask: 'can shippers create assets', states: [roleMay('shipper', canManufacture)] },
  { ask: 'Can a retailer confirm a delivery?', states: [roleMay('retailer', canHandle)] },
  { ask: 'who can see the audit trail', states: [heldByRoles(canReadAuditTrail)] },
  { ask: 'which roles may register new participants?', states: [heldByRoles(canRegisterParticipants)] },
  { ask: 'who may open the resident portal', states: [heldByRoles(canOpenPortal)] },
  { ask: 'define inclusion proof', cites: 'inclusion proof', states: [says('root')] },
  { ask: 'what is meant by scrubbing', cites: 'scrubbing', states: [says('background')] },
  { ask: 'What is a pseudonym in the registry?', cites: 'pseudonym', states: [says('owner')] },
  { ask: 'meaning of suspense in payments', cites: 'suspense', states: [says('money')] },
  { ask: 'what is the difference between happened and recorded', states: [says('time')], cites: 'happened' },
  { ask: 'what does the error trace.asset_exists mean?', states: [explains(assetExists)] },
  { ask: 'meaning of participants.not_registered', states: [explains(notRegistered)] },
  { ask: 'error ledger.block_not_found', states: [explains(blockNotFound)] },
  { ask: 'why do I see billing.trial_used?', states: [explains(trialUsed)] },
  { ask: 'request.too_many - what is that', states: [explains(tooManyRequests)] },
  { ask: 'password lost', cites: 'Forgotten password', states: [says('administrator', 'link')] },
  { ask: "i can't log in", cites: 'Sign in and sign out', states: [says('Sign In')] },
  { ask: 'do you use ChatGPT', cites: 'Which engine answers', states: [says('engine')], part: 'reply' },
  { ask: 'can other people read my chats', cites: 'What is stored of a conversation', states: [says('alone')] },
  { ask: 'may I edit a block', cites: 'Can anything be changed or deleted', states: [saysOneOf('never', 'no')] },
  { ask: 'what can you do?', states: [says('assets', 'blocks', 'participants')] },
  {
    ask: 'Does the assistant record events by itself?',
    cites: 'It records nothing by itself',
    states: [says('confirmed')],
  },
  { ask: 'are my chats stored', cites: 'What is stored of a conversation', states: [says('conversation')] },
  { ask: 'how much of a long message do you read?', cites: 'How much of a message it reads', states: [rule(2000)] },
  { ask: 'are you an LLM, or which engine is this', cites: 'Which engine answers', states: [says('engine')] },
  {
    ask: 'how do i import a file of events',
    cites: 'Drafts, offline work and bulk import',
    states: [says('Import CSV', 'asset_id')],
  },
  { ask: 'how do I hand over custody?', cites: 'Hand over or take custody', states: [says('shipped', 'received')] },
  { ask: 'how can i take custody of an asset', cites: 'Hand over or take custody', states: [says('delivered')] },
];
