import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const local = {
  CAIRN_MODEL_PROVIDER: 'openai-compatible',
  CAIRN_MODEL_NAME: 'small',
  CAIRN_MODEL_BASE_URL: 'http://127.0.0.1:1/v1',
};

test('no model is configured without a provider', () => {
  expect(readConfig({}).model).toBeUndefined();
  expect(readConfig(local).model).toEqual({
    provider: 'openai-compatible',
    name: 'small',
    apiKey: undefined,
    baseUrl: 'http://127.0.0.1:1/v1',
    timeoutSeconds: 30,
  });
});

test('its key may come from a file, and no error includes it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-model-'));
  writeFileSync(join(folder, 'key'), 'the-key\n');
  expect(readConfig({ ...local, CAIRN_MODEL_API_KEY_FILE: join(folder, 'key') }).model?.apiKey).toBe('the-key');
  rmSync(folder, { recursive: true });
  expect(() => readConfig({ ...local, CAIRN_MODEL_API_KEY: 'two words' })).toThrow(
    /^(?!.*two words).*CAIRN_MODEL_API_KEY/s,
  );
});

test.each([
  [{ CAIRN_MODEL_NAME: 'small' }, 'CAIRN_MODEL_PROVIDER'],
  [{ CAIRN_MODEL_PROVIDER: 'anthropic' }, 'CAIRN_MODEL_NAME'],
  [{ CAIRN_MODEL_PROVIDER: 'openai-compatible', CAIRN_MODEL_NAME: 'small' }, 'CAIRN_MODEL_BASE_URL'],
  [{ ...local, CAIRN_MODEL_TIMEOUT_SECONDS: '0' }, 'CAIRN_MODEL_TIMEOUT_SECONDS'],
])('rejects %j and names %s', (environment, name) => {
  expect(() => readConfig(environment)).toThrow(name);
});
