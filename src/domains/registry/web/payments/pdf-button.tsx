import { payerKeyOf } from '#domains/payments/web/index.ts';
import { readBillPdf, readReceipt } from '#domains/registry/contract.ts';
import { send } from '#platform/web/api-client.ts';
import { SaveButton } from '#platform/web/save-button.tsx';

/** Downloads a bill, whose lines are only for its owners. */
export const BillPdfButton = ({ billNumber }: { billNumber: string }) => (
  <SaveButton
    label="Bill as PDF"
    name={`bill-${billNumber}.pdf`}
    read={() => send(readBillPdf, { params: { billNumber } })}
  />
);

/** Downloads a receipt, as the signed-in account or with the key of a payment that was opened in this tab. */
export const ReceiptButton = ({ paymentId }: { paymentId: string }) => (
  <SaveButton
    label="Receipt as PDF"
    name={`receipt-${paymentId}.pdf`}
    read={() => send(readReceipt, { params: { paymentId } }, { secret: payerKeyOf(paymentId) })}
  />
);
