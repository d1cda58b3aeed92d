import { canReadAuditTrail } from '#domains/audit/contract.ts';
import { canValidateChain } from '#domains/ledger/contract.ts';
import { canIssueShares, notEnoughCash } from '#domains/market/contract.ts';
import { taxOwed } from '#domains/registry/contract.ts';
import { assetNotFound, canShip } from '#domains/trace/contract.ts';
import { bodyTooLarge } from '#platform/contract/errors.ts';
import { explains, heldByRoles, passwordMinimum, roleMay, says, saysOneOf } from '../facts/facts-of-the-guide.ts';
import type { Question } from '../question.ts';

export const howTo: readonly Question[] = [
  { ask: 'How do I register?', cites: 'Sign up or register an account', states: [says('Create Account')] },
  {
    ask: 'i want to create an account, what do i have to do',
    cites: 'Sign up or register an account',
    states: [says('username', 'password')],
  },
  { ask: 'minimum password length', states: [passwordMinimum] },
  { ask: 'can I sign in with my fingerprint?', cites: 'Sign in with a passkey', states: [says('passkey')] },
  {
    ask: 'how to record events from our ERP by API',
    cites: 'Recording through the API',
    states: [says('Idempotency-Key')],
  },
  { ask: 'How do I find an asset?', cites: 'Find an asset or its location', states: [says('Assets')] },
  { ask: 'what does the status in transit mean', cites: 'What the statuses mean', states: [says('shipper')] },
  { ask: 'what is lineage good for', states: [saysOneOf('upstream', 'made from')] },
  { ask: 'How do I run a recall?', cites: 'Recall', states: [saysOneOf('batch', 'recall')] },
  { ask: 'How do I make an audit report?', cites: 'Generate an audit log', states: [says('Generate Audit Log')] },
  { ask: 'What is a block?', states: [says('hash')] },
  { ask: 'which hash function do you use', states: [says('SHA-256')] },
  { ask: 'can my browser verify a block?', cites: 'Verify a block in your browser', states: [says('inclusion proof')] },
  { ask: 'what is a checkpoint?', states: [says('signed')] },
  {
    ask: 'can a username be changed?',
    cites: 'Change a participant',
    states: [says('username'), saysOneOf('cannot', 'never')],
  },
  { ask: 'Who may ship?', states: [heldByRoles(canShip)] },
  { ask: 'may a retailer record a shipment?', states: [roleMay('retailer', canShip)] },
  { ask: 'can a shipper read the audit log?', states: [roleMay('shipper', canReadAuditTrail)] },
  { ask: 'who may start a full validation of the chain', states: [heldByRoles(canValidateChain)] },
  { ask: 'who is allowed to issue shares of a property?', states: [heldByRoles(canIssueShares)] },
  { ask: 'what does a government account do', states: [saysOneOf('registry', 'government')] },
  { ask: 'what does custodian mean?', states: [says('participant')], cites: 'custodian' },
  { ask: 'I get trace.asset_not_found, what now', states: [explains(assetNotFound)] },
  { ask: 'what does registry.tax_owed mean', states: [explains(taxOwed)] },
  { ask: 'market.not_enough_cash??', states: [explains(notEnoughCash)] },
  { ask: 'my upload fails with request.too_large', states: [explains(bodyTooLarge)] },
];
