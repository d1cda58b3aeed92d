import { FileText } from 'lucide-react';
import { useState } from 'react';
import { payerKeyOf } from '#domains/payments/web/index.ts';
import { readBillPdf, readReceipt } from '#domains/registry/contract.ts';
import { send } from '#platform/web/api-client.ts';
import { ApiError } from '#platform/web/api-error.ts';
import { saveBlob } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/action/button.tsx';
import { showToast } from '#platform/web/ui/feedback/toast-store.ts';

/** Downloads a bill. It has lines that are for its owners alone, so a link without the session could not open it. */
export const BillPdfButton = ({ billNumber }: { billNumber: string }) => (
  <PdfButton
    label="Bill as PDF"
    name={`bill-${billNumber}`}
    read={() => send(readBillPdf, { params: { billNumber } })}
  />
);

/** Downloads a receipt, as the account that is signed in or with the key of a payment that was opened in this tab. */
export const ReceiptButton = ({ paymentId }: { paymentId: string }) => (
  <PdfButton
    label="Receipt as PDF"
    name={`receipt-${paymentId}`}
    read={() => send(readReceipt, { params: { paymentId } }, { secret: payerKeyOf(paymentId) })}
  />
);

type Props = { label: string; name: string; read: () => Promise<Response> };

function PdfButton({ label, name, read }: Props) {
  const [isRunning, setRunning] = useState(false);
  const save = async () => {
    setRunning(true);
    try {
      saveBlob(`${name}.pdf`, await (await read()).blob());
    } catch (error) {
      const description =
        error instanceof ApiError
          ? [error.message, error.hint].filter(Boolean).join(' ')
          : 'Check the connection, and try again.';
      showToast({ tone: 'failure', title: 'No PDF Saved', description });
    }
    setRunning(false);
  };
  return (
    <Button
      size="small"
      icon={<FileText aria-hidden="true" size={14} />}
      busy={isRunning && 'Creating…'}
      onClick={() => void save()}
    >
      {label}
    </Button>
  );
}
