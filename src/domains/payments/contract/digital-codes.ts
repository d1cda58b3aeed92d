/**
 * The outcome of a verification. `settled`: the money counts. `retry`: not decided yet, checked again automatically. `refused`: this
 * transaction cannot pay this payment. `person`: the money is there, and the city decides what it pays.
 */
export type VerificationOutcome = 'settled' | 'retry' | 'refused' | 'person';

type Described = { readonly outcome: VerificationOutcome; readonly message: string };

/** Every result of verifying a transaction, in the order of the checks, with what it means for the payer. */
export const verificationCodes = {
  BAD_HASH: { outcome: 'refused', message: 'A transaction hash is 0x and 64 hex digits.' },
  UNREACHABLE: {
    outcome: 'retry',
    message: 'The network is not reachable right now. The payment is checked again as soon as it is.',
  },
  WRONG_CHAIN: {
    outcome: 'retry',
    message: 'The city’s connection leads to another network. The payment is checked again once that is repaired.',
  },
  PENDING: { outcome: 'retry', message: 'The transaction is not in a block yet.' },
  NOT_FOUND: {
    outcome: 'retry',
    message: 'The transaction was not found on the network yet. Compare the hash and the network in your wallet.',
  },
  REVERTED: { outcome: 'refused', message: 'The transaction failed, so no money moved. Pay again.' },
  NOT_CONFIRMED: { outcome: 'retry', message: 'The transaction is in a block and waits for its confirmations.' },
  REORGED: { outcome: 'retry', message: 'The network replaced the block of the transaction. It is checked again.' },
  BEFORE_BILL: { outcome: 'refused', message: 'The transaction is older than the bill.' },
  NO_TRANSFER_TO_TREASURY: {
    outcome: 'refused',
    message: 'The transaction does not pay the city for this payment in this currency.',
  },
  PAYER_NOT_PROVEN: {
    outcome: 'retry',
    message: 'Anyone can read this hash. Sign with the wallet that paid, to show that the payment is yours.',
  },
  AMBIGUOUS: {
    outcome: 'person',
    message: 'The transaction has several transfers to the city. The city decides what they pay.',
  },
  ALREADY_USED: { outcome: 'refused', message: 'The transaction already counts for another payment.' },
  QUOTE_EXPIRED: {
    outcome: 'person',
    message: 'The ETH arrived outside of the time of its quote. The city credits it at the price of that time.',
  },
  DUST: { outcome: 'refused', message: 'The amount is less than a cent.' },
  EXACT: { outcome: 'settled', message: 'The amount is paid.' },
  UNDERPAID: { outcome: 'settled', message: 'Less than the amount arrived. It counts, and the rest stays open.' },
  OVERPAID: { outcome: 'settled', message: 'More than the amount arrived. The rest is credit for the next bill.' },
  LATE: {
    outcome: 'person',
    message: 'The money arrived after the payment was closed. The city decides what it pays.',
  },
  UNKNOWN_REFERENCE: { outcome: 'person', message: 'No payment has the reference of this transfer.' },
} as const satisfies Record<string, Described>;

export type VerificationCode = keyof typeof verificationCodes;
