import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { renderApp } from '#platform/web/testing/render-app.tsx';
import type { stubServer } from '#platform/web/testing/stub-server.ts';
import type { MarketSearch } from '../market-search.ts';
import { propertyId, user as trader } from './trade.fixture.ts';
import { TradeTab } from './trade-tab.tsx';

export const placing = 'POST /api/nft/trade';

/** The Trade tab with a search that changes as in the URL. */
export function TradeScreen({ start }: { start: MarketSearch }) {
  const [search, setSearch] = useState(start);
  return (
    <TradeTab
      user={trader}
      search={search}
      onChange={(next) => setSearch((now) => ({ ...now, ...next }) as MarketSearch)}
    />
  );
}

/** Opens the Trade tab on a property, and resolves once its order ticket is there. */
export async function openTicket(start: MarketSearch = {}) {
  const app = await renderApp(<TradeScreen start={{ property: propertyId, ...start }} />);
  const ticket = within(await screen.findByRole('region', { name: 'Order ticket' }));
  return { ...app, ticket };
}

/** Returns the idempotency key of each order that was sent. */
export const keysOf = (sent: ReturnType<typeof stubServer>) =>
  sent.filter(({ path }) => path === '/api/nft/trade').map(({ headers }) => headers.get('idempotency-key'));
