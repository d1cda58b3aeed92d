import { CodeBlock } from '#platform/web/ui/value/code-block.tsx';
import type { ApiRequest } from '../api/build-request.ts';
import { textWithoutSecrets } from './secrets.ts';

/** A request as sent. Passwords and tokens are named, not shown. */
export function RequestFacts({ request }: { request: ApiRequest }) {
  const { text, dropped } = textWithoutSecrets(request.body ?? '');
  const lines = [
    `${request.method} ${request.target}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    ...(request.withToken ? ['Authorization: Bearer (a session’s token, not shown)'] : []),
    ...(request.body === undefined ? [] : ['', text]),
    ...(dropped.length > 0 ? [`(sent, not shown: ${dropped.join(', ')})`] : []),
  ];
  return (
    <div className="min-w-0">
      <h4 className="mb-2 text-13 font-semibold">Request</h4>
      <CodeBlock code={lines.join('\n')} label="request" />
    </div>
  );
}
