export { StatementsScreen } from './statements/statements-screen.tsx';
export { StatementsSearch } from './statements/statements-search.ts';
