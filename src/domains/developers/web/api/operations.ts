import type { ApiDocument, ApiFault, DocumentOperation, DocumentParameter, MediaContent } from './api-document.ts';
import type { Method } from './methods.ts';

/** One operation of the API. The screens show it and build requests from it. */
export type Operation = {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly access: DocumentOperation['x-access'];
  readonly parameters: readonly DocumentParameter[];
  readonly takesKey: boolean;
  readonly body: MediaContent | undefined;
  readonly answer: { readonly status: number; readonly types: readonly (MediaContent & { readonly type: string })[] };
  readonly errors: readonly ApiFault[];
};

/** Returns every operation, in document order. */
export function readOperations(document: ApiDocument): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, described]) => toOperation(method.toUpperCase() as Method, path, described)),
  );
}

function toOperation(method: Method, path: string, described: DocumentOperation): Operation {
  const answers = Object.entries(described.responses);
  const [status = '200', good] = answers.find(([code]) => code.startsWith('2')) ?? [];
  return {
    id: described.operationId,
    method,
    path,
    tag: described.tags[0] ?? 'Other',
    summary: described.summary,
    description: described.description,
    access: described['x-access'],
    parameters: described.parameters.filter((parameter) => parameter.in !== 'header'),
    takesKey: described.parameters.some((parameter) => parameter.in === 'header'),
    body: described.requestBody?.content['application/json'],
    answer: {
      status: Number(status),
      types: Object.entries(good?.content ?? {}).map(([type, content]) => ({ type, ...content })),
    },
    errors: answers.flatMap(([, { 'x-errors': errors = [] }]) => errors),
  };
}

/** Groups the operations by their tag. */
export const byTag = (operations: readonly Operation[]): readonly (readonly [string, readonly Operation[]])[] => [
  ...Map.groupBy(operations, (operation) => operation.tag),
];

/** Returns every error that any of these operations can return, including those of every route. */
export function everyFault(document: ApiDocument, operations: readonly Operation[]) {
  const faults = [...operations.flatMap((operation) => operation.errors), ...document['x-errors']];
  const anywhere = new Set(document['x-errors'].map(({ code }) => code));
  return [...new Map(faults.map((fault) => [fault.code, fault])).values()]
    .toSorted((a, b) => a.status - b.status || a.code.localeCompare(b.code))
    .map((fault) => ({
      ...fault,
      anywhere: anywhere.has(fault.code),
      operations: operations.filter(({ errors }) => errors.some(({ code }) => code === fault.code)),
    }));
}
