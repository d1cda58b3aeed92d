import { Link } from '@tanstack/react-router';
import { type HeldMoney, paymentMethodNames } from '#domains/payments/contract.ts';
import { formatCount } from '#platform/web/format-number.ts';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import { Time } from '#platform/web/ui/value/time.tsx';
import { TransactionLink } from '../transaction/transaction-link.tsx';
import { DecideHeld } from './decide-held.tsx';
import { heldNames } from './held-words.ts';

/** Shows held money, and the decisions about it. */
export function HeldDialog({ money, onClose }: { money: HeldMoney; onClose: () => void }) {
  const { txHash, cameFor, paymentId, subject, returnHash, reason, decidedBy, heldBlock, block } = money;
  const items = [
    { label: 'Why it is held', value: money.explanation },
    { label: 'Arrived', value: <Time at={money.arrivedAt} /> },
    txHash !== null && { label: 'Transaction', value: <TransactionLink hash={txHash} /> },
    cameFor !== null && { label: 'Came for', value: <PaymentLink id={cameFor} /> },
    subject !== null && { label: 'Assigned to', value: <code className="text-12">{subject}</code> },
    paymentId !== null && { label: 'Payment', value: <PaymentLink id={paymentId} /> },
    returnHash !== null && { label: 'Returned by', value: <TransactionLink hash={returnHash} /> },
    reason !== null && { label: 'Reason', value: reason },
    decidedBy !== null && { label: 'Decided by', value: decidedBy },
    heldBlock !== null && { label: 'Into suspense', value: <BlockNumber index={heldBlock} /> },
    block !== null && { label: 'Out of suspense', value: <BlockNumber index={block} /> },
  ];
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`${money.amountFormatted} in ${paymentMethodNames[money.method]}`}
      description={heldNames[money.state]}
    >
      <div className="flex flex-col gap-5">
        <KeyValueList items={items.filter((item) => item !== false)} />
        {money.state === 'held' ? <DecideHeld money={money} onDone={onClose} /> : null}
      </div>
    </Dialog>
  );
}

const PaymentLink = ({ id }: { id: string }) => (
  <Link to="/detroit/pay" search={{ payment: id }} className="link font-mono text-12 wrap-anywhere">
    {id}
  </Link>
);

const BlockNumber = ({ index }: { index: number }) => (
  <Link to="/blockchain" search={{ block: String(index) }} className="underline">
    Block {formatCount(index)}
  </Link>
);
