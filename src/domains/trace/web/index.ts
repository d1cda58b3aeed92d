/** What the screens of trace lend to the pages of the app. */
export { toneOf } from './actions.ts';
export { periodStatsQuery, unlessPaused } from './activity-queries.ts';
export { AnomalyBadge } from './anomaly-badge.tsx';
export { AssetPage } from './asset-page.tsx';
export { AssetSearch, RecallSearch } from './asset-search.ts';
export { AssetsByStatus } from './assets-by-status.tsx';
export { AssetsScreen } from './assets-screen.tsx';
export { AssetsSearch } from './assets-search.ts';
export { Attention } from './attention.tsx';
export { staleAfterEvent } from './event-form/stale-after-event.ts';
export { tellNotRecorded, tellRecorded } from './event-form/tell-recorded.ts';
export { EventsScreen } from './events-screen.tsx';
export { EventsSearch } from './events-search.ts';
export { Outbox } from './outbox.tsx';
export { suggestionsQuery } from './queries.ts';
export { RecallPage } from './recall/recall-page.tsx';
export { RecentActivity } from './recent-activity.tsx';
export { searchAssets } from './search-assets.ts';
