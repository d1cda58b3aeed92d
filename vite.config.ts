import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { createServer, type Plugin, parseAst } from 'vite';
import { defineConfig } from 'vitest/config';
import { withCompressedFiles } from './scripts/web-build/compress-files.ts';
import { withServiceWorker } from './scripts/web-build/service-worker.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Removes the prose of contracts from the browser's copy: calls of `describe`, and what `route` is told for the reference.
 * Readers get it from `/api/openapi.json`. Leaves blanks in its place, so positions and source maps stay right.
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

/** A node of an ESTree, as far as prose is recognized in it. */
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

/**
 * Writes `landing.html` beside `index.html`: the same page with the prerendered text of the landing page. The server
 * sends it for `/` and `/landing`.
 */
function withLandingText(): Plugin {
  return {
    name: 'with-landing-text',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') throw new Error('The build has no index.html');
      const renderer = await createServer({
        configFile: false,
        logLevel: 'error',
        appType: 'custom',
        optimizeDeps: { noDiscovery: true },
        server: { middlewareMode: true, hmr: false, watch: null },
        plugins: [react()],
      });
      try {
        const { prerenderLanding } = await renderer.ssrLoadModule('/src/app/web/landing/prerender.tsx');
        const { title, html } = await prerenderLanding();
        const source = String(index.source)
          .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
          .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
        this.emitFile({ type: 'asset', fileName: 'landing.html', source });
      } finally {
        await renderer.close();
      }
    },
  };
}

const routesFolder = 'src/app/web/routes';

/** The first page of a visitor is prerendered. */
const landingPages = ['/', '/landing'];
/** A production build does not contain the gallery of components. */
const notInProduction = '/ui';

/**
 * Writes `pages.json`: the file of each page, by its path with `$` before the name of a parameter. The server answers 404
 * for other paths.
 */
function withPagePaths(): Plugin {
  return {
    name: 'with-page-paths',
    apply: 'build',
    generateBundle() {
      const names = readdirSync(here(`./${routesFolder}`)).map((file) => file.replace(/\.tsx$/, ''));
      const paths = names.filter((name) => name !== '__root').map(pathOfRoute);
      const pages = paths
        .filter((path) => path !== notInProduction)
        .toSorted()
        .map((path) => [path, landingPages.includes(path) ? 'landing.html' : 'index.html']);
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(Object.fromEntries(pages)) });
    },
  };
}

/** Returns the path of a route file by the router's naming: `assets.$assetId_.recall` is `/assets/$assetId/recall`. */
const pathOfRoute = (name: string) =>
  `/${name
    .split('.')
    .filter((part) => part !== 'index')
    .map((part) => part.replace(/_$/, ''))
    .join('/')}`;

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
    withLandingText(),
    withPagePaths(),
    withServiceWorker(),
    withCompressedFiles(),
  ],
  resolve: {
    alias: {
      // Radix's scroll lock writes <style> elements, which `style-src 'self'` refuses; ours adopts constructed sheets.
      'react-style-singleton': here('./src/platform/web/ui/overlay/adopted-style.ts'),
      // The browser uses its schemas only to parse, with messages of our own. The rest of zod weighs 9 kB.
      '../core/to-json-schema.js': here('./src/platform/web/without-zod-extras.ts'),
      '../core/json-schema-processors.js': here('./src/platform/web/without-zod-extras.ts'),
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
        // Code that every page needs, in one chunk: dozens of chunks would weigh several kilobytes more.
        codeSplitting: {
          groups: [
            { name: 'first-page', test: /\/src\/app\/web\/routes\/__root\.tsx$/ },
            { name: 'landing', test: /\/landing\/(landing|live-proof)\.tsx$/ },
          ],
        },
      },
      // The JSON Schema part of zod is omitted on purpose (see the aliases).
      checks: { importIsUndefined: false },
      treeshake: {
        // Importing a module only defines it, so importing one thing from a front door (`web/index.ts`) bundles only that.
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
