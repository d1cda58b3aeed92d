import { openApiDocument } from '#platform/contract/openapi.ts';
import type { RouteDefinition } from '#platform/contract/route.ts';
import { exampleWords } from './example-words.ts';

/** Gives the OpenAPI document of the product's routes, with examples: what `/api/openapi.json` serves and the screens are drawn from. */
export const describeApi = (routes: readonly RouteDefinition[], version: string) =>
  openApiDocument(
    routes,
    { title: 'Cairn API', version, description: 'Record what happens to assets on a ledger that anyone can verify.' },
    exampleWords,
  );
