import { z } from 'zod';

const Share = z.coerce.number<string>().min(0).max(1);
const Flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** A URL must not contain a password, because logs and pages show URLs. Headers are for secrets. */
const Endpoint = z
  .url({ protocol: /^https?$/ })
  .refine((text) => new URL(text).username === '' && new URL(text).password === '', {
    message: 'must not contain a user or password: send the key as a header',
  });

/** The standard variables of OpenTelemetry, OpenInference and Phoenix for tracing and metrics. */
export const telemetryVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Endpoint.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().transform(parseHeaders).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('cairn'),
  OTEL_TRACES_SAMPLER_ARG: Share.default(1),
  PHOENIX_COLLECTOR_ENDPOINT: Endpoint.optional(),
  PHOENIX_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,2000}$/, 'must be one line of printable characters')
    .optional(),
  PHOENIX_PROJECT: ProjectName().optional(),
  PHOENIX_PROJECT_NAME: ProjectName().optional(),
  OPENINFERENCE_HIDE_INPUTS: Flag.default(true),
  OPENINFERENCE_HIDE_OUTPUTS: Flag.default(true),
  CAIRN_METRICS_PORT: z.coerce.number<string>().int().min(0).max(65_535).optional(),
  CAIRN_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must be 16 to 200 printable characters without spaces')
    .optional(),
};

export const telemetrySecrets = ['OTEL_EXPORTER_OTLP_HEADERS', 'PHOENIX_API_KEY', 'CAIRN_METRICS_TOKEN'] as const;

/** A destination of traces. `headers` are secret: never in a log or response. */
export type Destination = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

export type TelemetryConfig = {
  readonly serviceName: string;
  /** The share of traces to sample, 0 to 1. */
  readonly sampledShare: number;
  /** A collector that receives all traces. */
  readonly collector: Destination | undefined;
  /** Receives only the assistant's spans. `base` is its address without `/v1/traces`. */
  readonly phoenix: (Destination & { readonly base: string; readonly project: string }) | undefined;
  readonly hideInputs: boolean;
  readonly hideOutputs: boolean;
  /** A port on the loopback address that serves `/metrics`. */
  readonly metricsPort: number | undefined;
  /** With this token as a bearer, `/metrics` is also served on the main port. */
  readonly metricsToken: string | undefined;
};

type Variables = z.output<ReturnType<typeof shape>>;
const shape = () => z.object(telemetryVariables);

/** Combines the variables into one configuration. */
export function readTelemetryConfig(variables: Variables): TelemetryConfig {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector, PHOENIX_COLLECTOR_ENDPOINT: phoenix } = variables;
  const project = variables.PHOENIX_PROJECT ?? variables.PHOENIX_PROJECT_NAME ?? 'default';
  return {
    serviceName: variables.OTEL_SERVICE_NAME,
    sampledShare: variables.OTEL_TRACES_SAMPLER_ARG,
    collector:
      collector === undefined
        ? undefined
        : { url: tracesUrl(collector), headers: variables.OTEL_EXPORTER_OTLP_HEADERS ?? {} },
    phoenix:
      phoenix === undefined
        ? undefined
        : {
            base: tracesUrl(phoenix).slice(0, -TRACES_PATH.length),
            url: tracesUrl(phoenix),
            headers: { ...bearer(variables.PHOENIX_API_KEY), 'x-project-name': project },
            project,
          },
    hideInputs: variables.OPENINFERENCE_HIDE_INPUTS,
    hideOutputs: variables.OPENINFERENCE_HIDE_OUTPUTS,
    metricsPort: variables.CAIRN_METRICS_PORT,
    metricsToken: variables.CAIRN_METRICS_TOKEN,
  };
}

const TRACES_PATH = '/v1/traces';

/** Accepts an endpoint as a base URL, or with the path for traces already appended. */
function tracesUrl(endpoint: string): string {
  const { origin, pathname } = new URL(endpoint);
  const base = pathname.replace(/\/+$/, '');
  return `${origin}${base.endsWith(TRACES_PATH) ? base : base + TRACES_PATH}`;
}

const bearer = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { authorization: `Bearer ${key}` };

/** A project name, which goes into a header and a path. */
function ProjectName() {
  return z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,99}$/, 'must be letters, digits, spaces and . _ -');
}

/** Parses `name=value,name=value` with percent-encoded values, as in the OpenTelemetry specification. */
function parseHeaders(text: string, context: z.RefinementCtx): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s).map((part) => decode(part.trim()));
    // The message must not repeat the value, which may be a key.
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) || !/^[\x20-\x7e]{1,4000}$/.test(value))
      context.addIssue({ code: 'custom', message: 'must be name=value pairs, separated by commas' });
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
