import { Link } from '@tanstack/react-router';
import { BlockLink } from '#domains/ledger/web/index.ts';
import type { PaymentAnswer } from '#domains/payments/contract.ts';
import { buttonClass } from '#platform/web/ui/action/button.tsx';
import { CopyChip } from '#platform/web/ui/action/copy-chip.tsx';
import { Banner } from '#platform/web/ui/feedback/banner.tsx';
import { ReceiptButton } from './pdf-button.tsx';

/** Links to a payment's page, its block, and once it is completed its receipt. */
export const PaymentLinks = ({ payment }: { payment: Pick<PaymentAnswer['payment'], 'id' | 'status' | 'block'> }) => (
  <div className="text-13">
    <p className="mt-1">
      <Link
        to="/detroit/pay"
        search={{ payment: payment.id }}
        className="rounded-6 font-medium text-accent-ink hover:underline"
      >
        Payment <code className="wrap-anywhere">{payment.id}</code>
      </Link>
      , block <BlockLink index={payment.block.index} />
    </p>
    {payment.status === 'completed' ? (
      <p className="mt-3">
        <ReceiptButton paymentId={payment.id} />
      </p>
    ) : null}
  </div>
);

type Props = {
  answer: PaymentAnswer;
  /** False on the payment's own page. */
  linked?: boolean;
};

/** The outcome of a payment in place: its block, its reference, or the remaining step. */
export function PaymentOutcome({ answer: { payment, message, next, ledgerWarning }, linked = true }: Props) {
  return (
    <Banner kind={payment.status === 'failed' ? 'failure' : 'info'}>
      <p className="font-medium">{message}</p>
      {ledgerWarning === undefined ? null : <p className="mt-1">{ledgerWarning}</p>}
      {payment.reference && payment.status === 'pending' ? (
        <p className="mt-1">
          Reference <CopyChip text={payment.reference} short={payment.reference} label="Reference" />
        </p>
      ) : null}
      {next?.kind === 'transfer' ? (
        <p className="mt-1 wrap-anywhere">
          {next.account === null ? 'Ask the city for its account.' : `To ${next.account}.`}
        </p>
      ) : null}
      {linked ? <PaymentLinks payment={payment} /> : null}
      {next?.kind === 'confirm' ? (
        <Link to="/detroit/pay" search={{ payment: payment.id }} className={`mt-3 ${buttonClass('primary', 'small')}`}>
          Confirm the payment
        </Link>
      ) : null}
      {next?.kind === 'card_page' ? (
        <a href={next.url} className={`mt-3 ${buttonClass('primary', 'small')}`}>
          Enter your card
        </a>
      ) : null}
    </Banner>
  );
}
