import { existsSync, readdirSync } from 'node:fs';
import type { RouteCase } from './route-case.ts';

export type { RouteCase, World } from './route-case.ts';

const domains = new URL('../../../src/domains/', import.meta.url);

/** A case for each route of the product, from the fixtures of all domains. */
export const routeCases: Readonly<Record<string, RouteCase>> = Object.assign({}, ...(await readCases()));

function readCases(): Promise<Readonly<Record<string, RouteCase>>[]> {
  const files = readdirSync(domains)
    .map((domain) => new URL(`${domain}/server/route-cases.fixture.ts`, domains))
    .filter((file) => existsSync(file));
  return Promise.all(files.map(async (file) => (await import(file.href)).routeCases));
}
