/** Trace components that the pages of the app use. */
export { toneOf } from './actions.ts';
export { periodStatsQuery } from './activity-queries.ts';
export { AnomalyBadge } from './anomaly-badge.tsx';
export { AssetPage } from './asset/asset-page.tsx';
export { AssetSearch, RecallSearch } from './asset/asset-search.ts';
export { AssetsScreen } from './assets/assets-screen.tsx';
export { AssetsSearch } from './assets/assets-search.ts';
export { ClockSelect } from './clock-select.tsx';
export { staleAfterEvent } from './event-form/stale-after-event.ts';
export { tellNotRecorded, tellRecorded } from './event-form/tell-recorded.ts';
export { EventsScreen, eventsHeading } from './events/events-screen.tsx';
export { EventsSearch } from './events/events-search.ts';
export { Outbox } from './outbox/outbox.tsx';
export { CounterpartyTable } from './participant/counterparty-table.tsx';
export { ParticipantDoings } from './participant/participant-doings.tsx';
export { seedAssetPreview } from './queries.ts';
export { RecallPage } from './recall/recall-page.tsx';
export { searchAssets } from './search-assets.ts';
