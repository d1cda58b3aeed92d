import { createFileRoute } from '@tanstack/react-router';
import { PayBillScreen, PayBillSearch } from '#domains/registry/web/index.ts';

export const Route = createFileRoute('/detroit/pay')({
  validateSearch: PayBillSearch,
  component: () => <PayBillScreen billNumber={Route.useSearch().bill} />,
});
