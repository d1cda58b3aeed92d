import { createFileRoute } from '@tanstack/react-router';
import { SubscriptionsDesk, SubscriptionsDeskSearch } from '#domains/billing/web/index.ts';

export const Route = createFileRoute('/admin_/subscriptions')({
  validateSearch: SubscriptionsDeskSearch,
  component: () => <SubscriptionsDesk search={Route.useSearch()} />,
});
