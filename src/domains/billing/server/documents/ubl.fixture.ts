import sax from 'sax';
import { expect } from 'vitest';

/** An element of XML. */
export type Read = { name: string; attributes: Record<string, string>; text: string; children: Read[] };

/** Reads XML back, independently of the code that wrote it. */
export function read(xml: string): Read {
  const parser = sax.parser(true);
  const open: Read[] = [{ name: '', attributes: {}, text: '', children: [] }];
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const node = { name, attributes: attributes as Record<string, string>, text: '', children: [] };
    open.at(-1)?.children.push(node);
    open.push(node);
  };
  parser.ontext = (text) => {
    const node = open.at(-1);
    if (node !== undefined) node.text += text;
  };
  parser.onclosetag = () => open.pop();
  parser.write(xml).close();
  const [root] = open[0]?.children ?? [];
  if (root === undefined) throw new Error('no element');
  return root;
}

/** Returns the elements at a path of local names. */
export const all = (node: Read, path: string): Read[] =>
  path
    .split('/')
    .reduce<Read[]>(
      (nodes, name) => nodes.flatMap(({ children }) => children.filter((one) => one.name.endsWith(`:${name}`))),
      [node],
    );
export const textAt = (node: Read, path: string): string | undefined => all(node, path)[0]?.text;
/** Returns an amount in cents, after checking its form and currency. */
export const centsAt = (node: Read, path: string): number => {
  const [found] = all(node, path);
  expect(found?.attributes['currencyID'], path).toBe('USD');
  expect(found?.text, path).toMatch(/^-?\d+\.\d\d$/);
  return Number(found?.text.replace('.', ''));
};
