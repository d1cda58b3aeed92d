import { readdirSync, readFileSync } from 'node:fs';
import { operationIdOf } from '#platform/contract/openapi.ts';
import type { RouteDefinition } from '#platform/contract/route.ts';

/** One section that the assistant may quote. `asked` are other words that readers ask for it with; `href` links to the screen it is about. */
export type Section = {
  readonly id: string;
  readonly page: string;
  readonly source: string;
  readonly title: string;
  readonly text: string;
  readonly asked: readonly string[];
  readonly href: string | undefined;
};

const here = new URL('./', import.meta.url);
const glossary = new URL('../../../../../docs/glossary.md', import.meta.url);

/** Reads every section: the guide in this folder, the glossary, and the summary of each API route. */
export function readDocumentation(routes: readonly RouteDefinition[]): Section[] {
  const pages = readdirSync(here).filter((name) => name.endsWith('.md'));
  return [
    ...pages.flatMap((name) => sectionsOf(name.slice(0, -'.md'.length), readFileSync(new URL(name, here), 'utf8'))),
    ...wordsOf(readFileSync(glossary, 'utf8')),
    ...routes.map(describeRoute),
  ];
}

function sectionsOf(page: string, markdown: string): Section[] {
  const [head = '', ...parts] = markdown.split(/^## /m);
  const name = /^# (.+)$/m.exec(head)?.[1] ?? page;
  const href = /^screen: (\/.*)$/m.exec(head)?.[1];
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    const [, asked = ''] = /^asked: (.+)$/.exec(lines[0] ?? '') ?? [];
    const text = lines
      .slice(asked === '' ? 0 : 1)
      .join('\n')
      .trim();
    return { id: `${page}#${title}`, page, source: `Guide: ${name}`, title, text, asked: asked.split(', '), href };
  });
}

function wordsOf(markdown: string): Section[] {
  const rows = markdown.matchAll(/^\| (?!word|---)([^|]+) \| ([^\n]+) \|$/gm);
  return [...rows].map(([, word = '', meaning = '']) => ({
    id: `glossary#${word}`,
    page: 'glossary',
    source: 'Glossary',
    title: word.trim(),
    text: `${word.trim()}: ${meaning.trim().replaceAll('`', '')}.`,
    asked: word.trim().split(', '),
    href: undefined,
  }));
}

function describeRoute(route: RouteDefinition): Section {
  const { method, path, summary, description } = route;
  const text = [`${method} ${path}: ${summary}.`, description?.replaceAll('`', '')].filter(Boolean).join(' ');
  return {
    id: `api#${method} ${path}`,
    page: 'api',
    source: 'API',
    title: `${summary} (${method} ${path})`,
    text,
    asked: [],
    href: `/api-docs#${operationIdOf(route)}`,
  };
}
