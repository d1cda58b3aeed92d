/** What observability lends to the pages of the app. */
export { ChainHealth } from './chain-health.tsx';
export { healthQuery } from './queries.ts';
