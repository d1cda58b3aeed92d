export { PaymentsDeskSearch } from './desk/desk-search.ts';
export { PaymentsDesk } from './desk/payments-desk.tsx';
export { DigitalPayment } from './digital/digital-payment.tsx';
export { PendingDigital } from './digital/pending-digital.tsx';
export { keepPayerKey, payerKeyOf } from './payer-keys.ts';
export { StatementsScreen } from './statements/statements-screen.tsx';
export { StatementsSearch } from './statements/statements-search.ts';
export { TransactionLink } from './transaction/transaction-link.tsx';
export { TransactionScreen } from './transaction/transaction-screen.tsx';
