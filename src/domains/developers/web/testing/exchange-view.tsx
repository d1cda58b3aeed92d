import type { Json } from '#platform/contract/scalars.ts';
import { Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { CodeBlock } from '#platform/web/ui/value/code-block.tsx';
import { JsonViewer } from '#platform/web/ui/value/json-viewer.tsx';
import { KeyValueList } from '#platform/web/ui/value/key-value-list.tsx';
import type { Components, JsonSchema } from '../api/api-document.ts';
import type { Operation } from '../api/operations.ts';
import { checkSchema } from './check-schema.ts';
import { type Exchange, headerOf, jsonOf, sizeInWords } from './exchange.ts';
import type { AnswerView } from './testing-search.ts';

export type ExchangeViewProps = {
  exchange: Exchange;
  operation: Operation | undefined;
  components: Components;
  view: AnswerView;
  onViewChange: (view: AnswerView) => void;
};

/** The response in the selected view. */
export function ExchangeView({ exchange, operation, components, view, onViewChange }: ExchangeViewProps) {
  const json = jsonOf(exchange);
  const tabs = [
    { value: 'pretty', label: 'Pretty', content: <Pretty exchange={exchange} json={json} /> },
    { value: 'raw', label: 'Raw', content: <CodeBlock code={exchange.text || '(empty)'} label="raw response" /> },
    { value: 'headers', label: 'Headers', count: exchange.headers.length, content: <Headers exchange={exchange} /> },
    { value: 'timing', label: 'Timing', content: <Timing exchange={exchange} /> },
    {
      value: 'schema',
      label: 'Schema check',
      content: <SchemaCheck exchange={exchange} operation={operation} components={components} />,
    },
  ];
  return <Tabs label="Response" value={view} onValueChange={(next) => onViewChange(next as AnswerView)} tabs={tabs} />;
}

function Pretty({ exchange, json }: { exchange: Exchange; json: unknown }) {
  return (
    <>
      {exchange.cut ? (
        <p className="mb-2 text-13 text-muted">
          Truncated: the response is longer than this page reads, or has no end.
        </p>
      ) : null}
      {json === undefined ? (
        <CodeBlock code={exchange.text || '(empty)'} label="answer" />
      ) : (
        <JsonViewer value={json as Json} label="answer" />
      )}
    </>
  );
}

function Headers({ exchange }: { exchange: Exchange }) {
  if (exchange.headers.length === 0) return <p className="text-muted">No headers received.</p>;
  return (
    <KeyValueList
      items={exchange.headers.map(([label, value]) => ({
        label,
        value: <code className="font-mono text-12 wrap-anywhere">{value}</code>,
      }))}
    />
  );
}

function Timing({ exchange }: { exchange: Exchange }) {
  const { firstMilliseconds, milliseconds, bytes, at } = exchange;
  const inWords = (value: number) => <span className="tabular">{value.toFixed(1)} ms</span>;
  return (
    <KeyValueList
      items={[
        { label: 'Sent at', value: at },
        {
          label: 'Time to first byte',
          value: inWords(firstMilliseconds),
          hint: 'From sending the request to the first byte of the response',
        },
        { label: 'Download', value: inWords(milliseconds - firstMilliseconds) },
        { label: 'Total', value: inWords(milliseconds) },
        { label: 'Size', value: sizeInWords(bytes), hint: 'Before compression' },
      ]}
    />
  );
}

function SchemaCheck({ exchange, operation, components }: Omit<ExchangeViewProps, 'view' | 'onViewChange'>) {
  const schema = schemaFor(exchange, operation);
  if (schema === undefined)
    return (
      <p className="text-muted">
        {operation === undefined
          ? 'The reference has no operation for this path, so there is no schema to check against.'
          : 'The response is not JSON, so there is no schema to check against.'}
      </p>
    );
  if (exchange.cut) return <p className="text-muted">The response is truncated, so it can't be checked.</p>;
  const complaints = checkSchema(schema, components, jsonOf(exchange));
  if (complaints.length === 0) return <p>The response matches its schema.</p>;
  return (
    <>
      <p className="font-medium">The response violates its schema:</p>
      <ul aria-label="Schema errors" className="mt-2 flex list-disc flex-col gap-1 pl-5">
        {complaints.map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`}>
            <code className="font-mono text-12 wrap-anywhere">{pointer}</code> {message}
          </li>
        ))}
      </ul>
    </>
  );
}

const problemSchema: JsonSchema = { $ref: '#/components/schemas/Problem' };

/** Returns the schema for this response: the operation's, or the one for errors. */
function schemaFor(exchange: Exchange, operation: Operation | undefined): JsonSchema | undefined {
  const type = headerOf(exchange, 'content-type')?.split(';')[0];
  if (type === 'application/problem+json') return problemSchema;
  if (exchange.status !== operation?.answer.status) return undefined;
  return operation.answer.types.find((each) => each.type === type && type === 'application/json')?.schema;
}
