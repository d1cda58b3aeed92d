/** Observability components that the pages of the app use. */

export { healthQuery } from './health-query.ts';
export { ObservabilityScreen, observabilityHeading } from './observability-screen.tsx';
export { ObservabilitySearch } from './observability-search.ts';
