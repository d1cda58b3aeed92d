import { readdirSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { createServer, type Plugin, type Rollup } from 'vite';

type Rendered = { title: string; html: string };
type Bundle = Rollup.OutputBundle;

/** The first page of a visitor. Its text is prerendered, not only its skeleton. */
const landingPages = ['/', '/landing'];
/** A production build does not contain the gallery of components. */
const notInProduction = '/ui';
const assetPage = '/assets/$assetId';

/**
 * Writes a file for each prerendered page: `index.html` with the page in it, so that it is visible before the app has
 * loaded. The page of an asset has a second file with its facts. `pages.json` lists the file of each page by its path,
 * with `$` before the name of a parameter. The server answers 404 for other paths, with `not-found.html`.
 */
export function withPrerenderedPages(routesFolder: string): Plugin {
  return {
    name: 'with-prerendered-pages',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_, bundle) {
      const index = bundle['index.html'];
      if (index?.type !== 'asset') throw new Error('The build has no index.html');
      const source = stylesFirst(String(index.source));
      const emit = (fileName: string, { title, html }: Rendered, preloads = '') =>
        this.emitFile({
          type: 'asset',
          fileName,
          source: source
            .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
            .replace('</head>', () => `${preloads}</head>`)
            .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`),
        });
      const pages: Record<string, string> = {};
      await withRenderer(async ({ landing, page }) => {
        emit('landing.html', await landing());
        emit('not-found.html', await page('/not-found'));
        for (const file of readdirSync(routesFolder).toSorted()) {
          const path = pathOfRoute(file.replace(/\.tsx$/, ''));
          if (file.startsWith('__root') || path === notInProduction) continue;
          pages[path] = 'landing.html';
          if (landingPages.includes(path)) continue;
          pages[path] = `page${path.replaceAll('/', '.')}.html`;
          const preloads = preloadsOf(bundle, `/routes/${file}`);
          emit(pages[path], await page(path), preloads);
          if (path === assetPage) emit('asset-facts.html', await page(path, { facts: true }), preloads);
        }
      });
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) });
    },
  };
}

/** Moves the style sheets before all scripts: nothing shows before they are loaded, and scripts would share the connection. */
function stylesFirst(page: string): string {
  const links = page.match(/ *<link rel="stylesheet"[^>]*>\n?/g) ?? [];
  return links
    .reduce((text, link) => text.replace(link, ''), page)
    .replace('<title>', () => `${links.join('').trim()}\n    <title>`);
}

type Renderer = {
  landing(): Promise<Rendered>;
  page(path: string, options?: { facts: boolean }): Promise<Rendered>;
};

/** Runs the app's own components, as the browser would first render them. */
async function withRenderer(use: (renderer: Renderer) => Promise<void>): Promise<void> {
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    plugins: [react()],
  });
  try {
    const { prerenderLanding } = await server.ssrLoadModule('/src/app/web/prerender/prerender-landing.tsx');
    const { prerenderPage } = await server.ssrLoadModule('/src/app/web/prerender/prerender-page.tsx');
    await use({ landing: prerenderLanding, page: prerenderPage });
  } finally {
    await server.close();
  }
}

/** Returns links that load a route's own code together with the app's, instead of after it. */
function preloadsOf(bundle: Bundle, route: string): string {
  const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []));
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = chunks.find(({ isEntry }) => isEntry);
  const own = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.includes(`${route}?tsr-split=component`)));
  const loaded = new Set<string>();
  const follow = (name: string, found: Set<string>) => {
    if (found.has(name) || loaded.has(name)) return;
    found.add(name);
    for (const next of byName.get(name)?.imports ?? []) follow(next, found);
  };
  const first = new Set<string>();
  if (entry) follow(entry.fileName, first);
  for (const name of first) loaded.add(name);
  const needed = new Set<string>();
  if (own) follow(own.fileName, needed);
  return [...needed].map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`).join('');
}

/** Returns the path of a route file by the router's naming: `assets.$assetId_.recall` is `/assets/$assetId/recall`. */
const pathOfRoute = (name: string) =>
  `/${name
    .split('.')
    .filter((part) => part !== 'index')
    .map((part) => part.replace(/_$/, ''))
    .join('/')}`;
