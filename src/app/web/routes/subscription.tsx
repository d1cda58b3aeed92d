import { createFileRoute } from '@tanstack/react-router';
import { SubscriptionScreen, SubscriptionSearch, subscriptionHeading } from '#domains/billing/web/index.ts';
import { Guard } from '#domains/participants/web/index.ts';

export const Route = createFileRoute('/subscription')({ validateSearch: SubscriptionSearch, component: Page });

function Page() {
  const search = Route.useSearch();
  return <Guard heading={subscriptionHeading}>{(user) => <SubscriptionScreen search={search} user={user} />}</Guard>;
}
