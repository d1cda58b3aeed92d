import type { Database } from '#platform/server/database/database.ts';
import { listKeyIds } from './factor-rows.ts';
import type { SecretBox } from './secret-box.ts';

/**
 * Reports whether this server can check the codes of every authenticator app: it has the key of each secret. It cannot
 * after `factor-key` is lost, or on a further server that was started without a copy. Throws if other users have
 * access to that file.
 */
export async function hasFactorKey({
  database,
  secretBox,
}: {
  database: Database;
  secretBox: SecretBox;
}): Promise<boolean> {
  await secretBox.load();
  for (const keyId of await listKeyIds(database)) if (!(await secretBox.has(keyId))) return false;
  return true;
}
