import { createFileRoute } from '@tanstack/react-router';
import { PayBillScreen, PayBillSearch, PaymentScreen } from '#domains/registry/web/index.ts';

export const Route = createFileRoute('/detroit/pay')({ validateSearch: PayBillSearch, component: Page });

function Page() {
  const { bill, payment, reference } = Route.useSearch();
  return payment === undefined ? (
    <PayBillScreen billNumber={bill} reference={reference} />
  ) : (
    <PaymentScreen key={payment} paymentId={payment} />
  );
}
