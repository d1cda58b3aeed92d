import { performance } from 'node:perf_hooks';
import { SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import {
  ATTR_DB_COLLECTION_NAME,
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_SYSTEM_NAME,
  DB_SYSTEM_NAME_VALUE_POSTGRESQL,
} from '@opentelemetry/semantic-conventions';
import type { LogEvent } from 'kysely';

/** The operation of a statement and its table, never the values in it. */
type Shape = { readonly kind: string; readonly table: string | undefined; readonly name: string };

export type StatementListener = (kind: string, milliseconds: number, failed: boolean) => void;

const listeners = new Set<StatementListener>();
let tracer: Tracer | undefined;

/** Reports every statement of this process to `listener`. Returns a stop function. */
export function onStatement(listener: StatementListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Kysely's log: adds the span of a finished statement if it belongs to a trace. */
export function observeStatement(event: LogEvent): void {
  const shape = shapeOf(event.query.sql);
  const failed = event.level === 'error';
  for (const listener of listeners) listener(shape.kind, event.queryDurationMillis, failed);
  if (trace.getActiveSpan()?.isRecording() !== true) return;
  const endTime = performance.timeOrigin + performance.now();
  tracer ??= trace.getTracer('cairn.database');
  const span = tracer.startSpan(shape.name, {
    kind: SpanKind.CLIENT,
    startTime: endTime - event.queryDurationMillis,
    attributes: {
      [ATTR_DB_SYSTEM_NAME]: DB_SYSTEM_NAME_VALUE_POSTGRESQL,
      [ATTR_DB_OPERATION_NAME]: shape.kind,
      ...(shape.table === undefined ? {} : { [ATTR_DB_COLLECTION_NAME]: shape.table }),
    },
  });
  if (failed) span.setStatus({ code: SpanStatusCode.ERROR, message: sqlState(event.error) });
  span.end(endTime);
}

const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'failed';

/** Most texts repeat. The limit keeps unique texts from filling the memory. */
const SHAPES_MAX = 2000;
const shapes = new Map<string, Shape>();

function shapeOf(sql: string): Shape {
  const known = shapes.get(sql);
  if (known !== undefined) return known;
  const shape = readShape(sql);
  if (shapes.size >= SHAPES_MAX) shapes.clear();
  shapes.set(sql, shape);
  return shape;
}

const VERB = /\b(select|insert|update|delete)\b/i;
const TABLE = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/i;

/** Returns the verb and the first table. Of a chain of writes (`with … as (insert …)`), the first write counts. */
export function readShape(sql: string): Shape {
  const start = sql.slice(0, 4000);
  const first = /^\s*([a-z]+)/i.exec(start)?.[1]?.toLowerCase() ?? 'other';
  const known = ['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback', 'with', 'values'];
  const kind = first === 'with' ? (VERB.exec(start)?.[1]?.toLowerCase() ?? 'with') : first;
  const table = TABLE.exec(start)?.[1]?.toLowerCase();
  const shown = known.includes(first) ? kind : 'other';
  return { kind: shown, table, name: table === undefined ? shown : `${shown} ${table}` };
}
