import { queryOptions } from '@tanstack/react-query';
import { errorOf } from '#platform/web/api-error.ts';
import { fetchInTime } from '#platform/web/fetch-in-time.ts';

export type JsonSchema = { readonly [key: string]: unknown };
export type Components = Readonly<Record<string, JsonSchema>>;
export type ApiFault = { readonly code: string; readonly status: number; readonly title: string };

export type MediaContent = { readonly schema: JsonSchema; readonly example?: unknown };
export type DocumentParameter = {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
};
export type DocumentOperation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly 'x-access':
    | 'public'
    | 'signed in'
    | { readonly may: string; readonly heldBy: readonly string[]; readonly ownersOf?: string };
  readonly parameters: readonly DocumentParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, MediaContent>> };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, MediaContent>>; readonly 'x-errors'?: ApiFault[] }>
  >;
};
/** The part of the OpenAPI document that the screens use. */
export type ApiDocument = {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: { readonly schemas: Components };
  readonly 'x-errors': readonly ApiFault[];
};

export const documentPath = '/api/openapi.json';

/** The server's own OpenAPI document. It changes only with a release. */
export const apiDocumentQuery = queryOptions({
  queryKey: ['api-document'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<ApiDocument> => {
    const response = await fetchInTime(documentPath, { headers: { accept: 'application/json' } }, signal);
    if (!response.ok) throw await errorOf(response);
    return (await response.json()) as ApiDocument;
  },
});
