import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Several test databases at once, and PostgreSQL's log, take about 1.5 GB. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Returns the folder for databases that need not survive the run: in memory where that has room, else the folder for
 * temporary files. A test database has about a thousand files, and ext4 takes longer to create and delete them than
 * many tests take.
 */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
