/** What observability lends to the pages of the app. */
export { ObservabilityScreen } from './observability-screen.tsx';
export { ObservabilitySearch } from './observability-search.ts';
export { healthQuery } from './queries.ts';
