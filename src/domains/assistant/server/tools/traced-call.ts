import { inSpan, spanFields } from '../spans.ts';
import type { CallRoute } from './run-tool.ts';

/** The same calls, each in a span that says what was asked of which route. A token is in none of them. */
export function tracedCall(call: CallRoute): CallRoute {
  return (route, input, asker) => {
    const given = { ...input.params, ...input.query };
    const attributes = {
      [spanFields.toolName]: `${route.method} ${route.path}`,
      [spanFields.toolParameters]: JSON.stringify(given),
    };
    return inSpan(
      `${route.method} ${route.path}`,
      'TOOL',
      { input: given, output: ({ text }) => text, attributes },
      () => call(route, input, asker),
    );
  };
}
