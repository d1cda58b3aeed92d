import { createFileRoute } from '@tanstack/react-router';
import { MarketScreen, MarketSearch, marketHeading } from '#domains/market/web/index.ts';
import { Guard } from '#domains/participants/web/index.ts';

export const Route = createFileRoute('/nft')({ validateSearch: MarketSearch, component: Page });

function Page() {
  const search = Route.useSearch();
  return <Guard heading={marketHeading}>{(user) => <MarketScreen search={search} user={user} />}</Guard>;
}
