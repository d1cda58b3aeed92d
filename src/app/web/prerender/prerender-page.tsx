import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { seedAssetPreview } from '#domains/trace/web/index.ts';
import { createQueryClient } from '#platform/web/query-client.ts';
import type { Tone } from '#platform/web/ui/tokens/tone.ts';
import { createAppRouter } from '../router.tsx';
import { placeholderOf } from './placeholders.ts';

// The environment that components read before their first effect: a visitor on a desktop without stored choices.
Object.assign(globalThis, { localStorage: { getItem: () => null }, matchMedia: () => ({ matches: false }) });

/**
 * Renders a page as a visitor first sees it, before anything has loaded: its header and skeletons. Parameters of the
 * path are placeholders, which the server fills in. With `facts`, the name, the status and its color are placeholders
 * too.
 */
export async function prerenderPage(page: string, { facts = false } = {}): Promise<{ title: string; html: string }> {
  const path = page.replaceAll(/\$(\w+)/g, (_, name: string) => placeholderOf(name));
  const queryClient = createQueryClient();
  if (facts)
    seedAssetPreview(queryClient, {
      assetId: placeholderOf('assetId'),
      name: placeholderOf('name'),
      currentStatus: placeholderOf('status'),
      tone: placeholderOf('tone') as Tone,
    });
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  queryClient.clear();
  const title = /<title>(.*?)<\/title>/s.exec(markup)?.[1] ?? 'Cairn';
  const html = markup
    .replaceAll(/<title>.*?<\/title>/gs, '')
    // Hidden inputs that Radix adds for forms. The content security policy forbids style attributes.
    .replaceAll(/<input[^>]*style="position:absolute[^>]*>/g, '')
    .replaceAll(/ style="[^"]*"/g, '');
  // An error in a component leaves its part of the page empty instead of failing.
  if (!html.includes('<h1')) throw new Error(`${page} renders no heading without a browser`);
  return { title, html };
}
