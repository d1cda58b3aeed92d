import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

const read = (environment: Record<string, string>) => readConfig(environment).telemetry;

test('an endpoint is a base URL to which the path for traces is added once', () => {
  for (const given of ['http://c:4318', 'http://c:4318/', 'http://c:4318/v1/traces'])
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: given }).collector?.url).toBe('http://c:4318/v1/traces');
  expect(read({ PHOENIX_COLLECTOR_ENDPOINT: 'https://p/s/team/' }).phoenix).toMatchObject({
    base: 'https://p/s/team',
    url: 'https://p/s/team/v1/traces',
    project: 'default',
  });
});

test('parses headers in the format of the OpenTelemetry specification', () => {
  const { collector } = read({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a%3Db, x-team=t=1',
  });
  expect(collector?.headers).toEqual({ authorization: 'Bearer a=b', 'x-team': 't=1' });
});

test('accepts a key from a file, and an alias for the project name', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'cairn-key-')), 'key');
  writeFileSync(file, 'px-from-file\n');
  const { phoenix } = read({
    PHOENIX_COLLECTOR_ENDPOINT: 'http://p:6006',
    PHOENIX_API_KEY_FILE: file,
    PHOENIX_PROJECT_NAME: 'alias',
  });
  expect(phoenix?.headers).toEqual({ authorization: 'Bearer px-from-file', 'x-project-name': 'alias' });
});

test.each([
  { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'ftp://c' },
  { name: 'OTEL_EXPORTER_OTLP_ENDPOINT', value: 'file:///etc/passwd' },
  { name: 'PHOENIX_COLLECTOR_ENDPOINT', value: 'http://user:hunter2@p' },
  { name: 'OTEL_EXPORTER_OTLP_HEADERS', value: 'hunter2' },
  { name: 'OTEL_EXPORTER_OTLP_HEADERS', value: 'a=hunter2%0d%0ax: y' },
  { name: 'PHOENIX_API_KEY', value: 'hunter2\nhunter2' },
  { name: 'PHOENIX_PROJECT', value: '../hunter2' },
  { name: 'OTEL_TRACES_SAMPLER_ARG', value: '2' },
  { name: 'CAIRN_METRICS_TOKEN', value: 'hunter2' },
])('rejects $name = $value by name without repeating the value', ({ name, value }) => {
  const refused = () => readConfig({ [name]: value });
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(name);
  expect(refused).not.toThrow('hunter2');
});
