import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generateSchema } from '../../scripts/generate.ts';

it('the table types match the migrations (npm run generate)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-generated-'));
  try {
    await generateSchema(join(folder, 'schema.gen.ts'));
    const fresh = await readFile(join(folder, 'schema.gen.ts'), 'utf8');
    const kept = await readFile(new URL('../../src/platform/server/database/schema.gen.ts', import.meta.url), 'utf8');
    expect(kept).toBe(fresh);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
