/** What the screens of trace lend to the pages of the app. */
export { toneOf } from './actions.ts';
export { AssetPage } from './asset-page.tsx';
export { AssetsScreen } from './assets-screen.tsx';
export { AssetsSearch } from './assets-search.ts';
export { Attention } from './attention.tsx';
export { EventsScreen } from './events-screen.tsx';
export { EventsSearch } from './events-search.ts';
export { statsQuery } from './queries.ts';
export { RecentActivity } from './recent-activity.tsx';
