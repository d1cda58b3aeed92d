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

/** The layout of the data folder. Everything has mode 0700 or 0600. */
export type DataFolder = {
  root: string;
  /** PostgreSQL's own data directory, which also contains its socket. */
  cluster: string;
  /** The database owner's password in clear text. Anyone who can read it can also read the data next to it. */
  password: string;
  log: string;
  /** Links to shared libraries. Exists only if the package's own links are missing. */
  libraries: string;
};

/** Creates the folder and its missing parents for this user only. As root, each gets the owner of its parent. */
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
 * Gives the folder and everything in it to `owner`. Does not follow symbolic links, and skips files with several hard
 * links: a user could have linked someone else's file into a folder that root then gives away.
 */
export function ownTree(folder: string, owner: Owner): void {
  own(folder, owner);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) ownTree(file, owner);
    else own(file, owner);
  }
}

/** Makes a new file or folder name survive a power failure. */
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
    if ((problem as NodeJS.ErrnoException).code === 'EEXIST') return; // a concurrent start created it
    throw problem;
  }
  if (process.getuid?.() === 0) own(folder, statSync(parent));
}
