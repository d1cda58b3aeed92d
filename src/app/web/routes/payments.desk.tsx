import { createFileRoute } from '@tanstack/react-router';
import { PaymentsDesk, PaymentsDeskSearch } from '#domains/payments/web/index.ts';

export const Route = createFileRoute('/payments/desk')({
  validateSearch: PaymentsDeskSearch,
  component: () => <PaymentsDesk search={Route.useSearch()} />,
});
