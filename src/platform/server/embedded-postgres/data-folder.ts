import {
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs';
import path from 'node:path';

export type Owner = { uid: number; gid: number };

/** Where things lie below the one folder, all mode 0700 or 0600. */
export type DataFolder = {
  root: string;
  /** PostgreSQL's own data directory; its socket lies there too. */
  cluster: string;
  /** The database owner's password, in clear text; whoever can read it may read the data beside it anyway. */
  password: string;
  log: string;
  /** Links to shared libraries; exists only where the package's own links are missing. */
  libraries: string;
};

/** Creates the folder and its missing parents, each for this user alone; as root each gets the owner of its parent. */
export function openDataFolder(folder: string): DataFolder {
  const root = path.resolve(folder);
  makeFolder(root);
  return {
    root,
    cluster: path.join(root, 'cluster'),
    password: path.join(root, 'password'),
    log: path.join(root, 'log'),
    libraries: path.join(root, 'lib'),
  };
}

/**
 * Makes everything in the folder, and itself, belong to `owner`. Symbolic links are not followed, and files with several
 * names are left as they are: a user could have linked a file that is not theirs into a folder that root then gives away.
 */
export function ownTree(folder: string, owner: Owner): void {
  own(folder, owner);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) ownTree(file, owner);
    else own(file, owner);
  }
}

/** Makes a new file or folder name survive a loss of power. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function own(file: string, owner: Owner): void {
  const before = lstatSync(file, { throwIfNoEntry: false });
  if (!before || (before.uid === owner.uid && before.gid === owner.gid)) return;
  if (!before.isDirectory() && before.nlink > 1) return;
  lchownSync(file, owner.uid, owner.gid);
}

function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = path.dirname(folder);
  makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'EEXIST') return; // a simultaneous start made it
    throw problem;
  }
  if (process.getuid?.() === 0) own(folder, statSync(parent));
}
