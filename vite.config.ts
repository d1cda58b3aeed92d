import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { type Plugin, parseAst } from 'vite';
import { defineConfig } from 'vitest/config';
import { chunkGroups } from './scripts/web-build/chunk-groups.ts';
import { withCompressedFiles } from './scripts/web-build/compress-files.ts';
import { withPrerenderedPages } from './scripts/web-build/prerender-pages.ts';
import { withServiceWorker } from './scripts/web-build/service-worker.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Removes the prose of contracts from the browser's copy: calls of `describe`, and the texts of `route` for the
 * reference. Readers get it from `/api/openapi.json`. Leaves blanks in its place, so positions and source maps stay
 * right.
 */
function withoutContractProse(): Plugin {
  return {
    name: 'without-contract-prose',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract(\/[^/]+)?\.ts$/ },
      handler(code) {
        const blanks: [from: number, to: number][] = [];
        findProse(parseAst(code, { lang: 'ts' }), blanks);
        const blanked = blanks.reduce(
          (text, [from, to]) => text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, ' ') + text.slice(to),
          code,
        );
        return { code: blanked, map: null };
      },
    },
  };
}

const PROSE_OF_ROUTE = ['tag', 'summary', 'description'];

/** The fields of an ESTree node that are needed to recognize prose. */
type SyntaxNode = {
  type?: string;
  start: number;
  end: number;
  callee?: SyntaxNode & { name?: string; object: SyntaxNode; property?: { name?: string } };
  arguments?: { properties?: (SyntaxNode & { key: { name?: string } })[] }[];
};

function findProse(node: unknown, found: [from: number, to: number][]): void {
  if (typeof node !== 'object' || node === null) return;
  const { type, end, callee, arguments: given } = node as SyntaxNode;
  if (type === 'CallExpression' && callee?.property?.name === 'describe') found.push([callee.object.end, end]);
  if (type === 'CallExpression' && callee?.name === 'route')
    for (const [n, property] of (given?.[0]?.properties ?? []).entries())
      if (PROSE_OF_ROUTE.includes(property.key?.name ?? ''))
        found.push([property.start, given?.[0]?.properties?.[n + 1]?.start ?? property.end]);
  for (const child of Object.values(node)) findProse(child, found);
}

const routesFolder = 'src/app/web/routes';

export default defineConfig({
  publicDir: 'src/app/web/public',
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: routesFolder,
      generatedRouteTree: 'src/app/web/route-tree.gen.ts',
      routeFileIgnorePattern: '\\.test\\.tsx?$',
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: true,
      tmpDir: 'node_modules/.tanstack',
    }),
    react(),
    tailwindcss(),
    withoutContractProse(),
    withPrerenderedPages(here(`./${routesFolder}`)),
    withServiceWorker(),
    withCompressedFiles(),
  ],
  resolve: {
    alias: {
      // Radix's scroll lock writes <style> elements, which `style-src 'self'` refuses; ours adopts constructed sheets.
      'react-style-singleton': here('./src/platform/web/ui/overlay/adopted-style.ts'),
      // The browser uses its schemas only to parse, with messages of our own. The rest of zod weighs 10 kB.
      '../core/to-json-schema.js': here('./src/platform/web/without-zod-extras.ts'),
      '../core/json-schema-processors.js': here('./src/platform/web/without-zod-extras.ts'),
      './memoizer.js': here('./src/platform/web/without-zod-extras.ts'),
      '../locales/en.js': here('./src/platform/web/without-zod-extras.ts'),
      // React has had it built in since 18, so leave out the shim for older versions.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  build: {
    outDir: 'dist/web',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first page lists the names of all chunks. Two letters are enough for developers, and 42 bits of hash
        // distinguish builds; journeys search for the other names.
        chunkFileNames: ({ name }) =>
          `assets/${/^(index|landing|map|assets|palette)/.test(name) ? name : name.slice(0, 2)}-[hash:7].js`,
        codeSplitting: { groups: chunkGroups },
      },
      // The JSON Schema part of zod is omitted on purpose (see the aliases).
      checks: { importIsUndefined: false },
      treeshake: {
        // Importing a module only defines it, so importing one export from an index file (`web/index.ts`) bundles only
        // that.
        moduleSideEffects: [
          { test: /\.css$/, sideEffects: true },
          { test: /\/src\/(domains\/[^/]+|platform|app)\/(web|contract)(\/(?!main)|\.ts)/, sideEffects: false },
        ],
      },
    },
  },
  // The contrast test reads tokens.css, which vitest empties by default.
  test: { css: { include: /tokens\.css/ } },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: { '/api': 'http://127.0.0.1:3000', '/log': 'http://127.0.0.1:3000' },
  },
});
