import { createFileRoute } from '@tanstack/react-router';
import { TransactionScreen } from '#domains/payments/web/index.ts';

export const Route = createFileRoute('/transactions/$hash')({ component: Page });

function Page() {
  const { hash } = Route.useParams();
  return <TransactionScreen key={hash} hash={hash} />;
}
