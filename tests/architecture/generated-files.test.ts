import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GENERATED, generateFromMigrations } from '../../scripts/generate.ts';

it('the table types and shapes match the migrations (npm run generate)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-generated-'));
  const fresh = { schema: join(folder, 'schema.gen.ts'), tableShapes: join(folder, 'table-shapes.gen.ts') };
  try {
    await generateFromMigrations(fresh);
    for (const file of ['schema', 'tableShapes'] as const) {
      const stored = await readFile(new URL(`../../${GENERATED[file]}`, import.meta.url), 'utf8');
      expect(stored).toBe(await readFile(fresh[file], 'utf8'));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
