import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(css|js|svg|wasm|webmanifest)$/;
/** Smaller files do not save a packet. */
const bytesMin = 1024;
/** As many as Node's thread pool works on at the same time. */
const filesMax = 4;

/**
 * Writes every file that compresses a second and third time, with Brotli at its highest quality and with gzip, so that
 * the server neither compresses on each request nor settles for a lower quality. Pages are excluded, because the server
 * adds to them.
 */
export function withCompressedFiles(): Plugin {
  let folder = '';
  return {
    name: 'with-compressed-files',
    apply: 'build',
    enforce: 'post',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter(
          (file) => file.isFile() && compressible.test(file.name) && file.name !== 'sw.js',
        );
        const work = async () => {
          for (let file = files.pop(); file !== undefined; file = files.pop())
            await compress(join(file.parentPath, file.name));
        };
        await Promise.all(Array.from({ length: filesMax }, work));
      },
    },
  };
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < bytesMin) return;
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: content.length };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
