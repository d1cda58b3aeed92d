/** The screens for those who write programs against the API. */
export { ApiReference } from './reference/api-reference.tsx';
export { ReferenceSearch } from './reference/reference-search.ts';
export { ApiTesting } from './testing/api-testing.tsx';
export { TestingSearch } from './testing/testing-search.ts';
