/** What observability lends to the pages of the app. */

export { healthQuery } from './health-query.ts';
export { ObservabilityScreen } from './observability-screen.tsx';
export { ObservabilitySearch } from './observability-search.ts';
