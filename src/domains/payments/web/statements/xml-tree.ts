import sax from 'sax';
import { StatementError } from './read-text.ts';

/** An element of XML: its name without prefix, its text, and its children. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: XmlElement[];
};

/** Messages of banks are about 15 levels deep. */
const DEPTH_MAX = 40;
const TEXT_MAX = 4000;
/** Elements of one subtree: a batch of 50,000 transfers. */
const ELEMENTS_MAX = 2_000_000;

export type XmlReading = {
  /** Called with the namespace and name of the first element. */
  readonly onRoot: (namespace: string, name: string) => void;
  /** The names of elements that are passed on as a whole, with their content. */
  readonly wanted: ReadonlySet<string>;
  readonly onElement: (element: XmlElement) => void;
  /** Called when an element begins that is not part of a wanted one. */
  readonly onBegin: (name: string) => void;
};

/**
 * Reads XML from chunks and passes on the wanted elements one by one, so that a long message is never in memory as a whole. Refuses a
 * document type, so no entity can be declared: a few bytes could expand to gigabytes. Supports only the five entities of XML.
 *
 * @throws StatementError for text that is not well-formed, has a document type, or is nested too deeply
 */
export async function readXml(chunks: AsyncIterable<string>, reading: XmlReading): Promise<void> {
  const options = { xmlns: true, strictEntities: true, position: true };
  const parser = sax.parser(true, options);
  const open: XmlElement[] = [];
  let [depth, elements] = [0, 0];
  let problem: StatementError | undefined;
  const fail = (message: string) => {
    problem ??= new StatementError(message);
  };
  parser.onerror = (error) => {
    fail(`The file is not valid XML: ${error.message.split('\n')[0]} (line ${parser.line + 1}).`);
  };
  parser.ondoctype = () =>
    fail('The file has a document type (DOCTYPE), which statements do not have. It was not read.');
  parser.onopentag = (tag) => {
    depth += 1;
    elements += 1;
    if (depth > DEPTH_MAX) fail(`The file is nested more than ${DEPTH_MAX} levels deep.`);
    if (problem !== undefined) return;
    const { local: name, uri, attributes } = tag as sax.QualifiedTag;
    if (depth === 1) reading.onRoot(uri, name);
    const parent = open.at(-1);
    if (parent === undefined && !reading.wanted.has(name)) return reading.onBegin(name);
    if (parent === undefined) elements = 0;
    if (elements > ELEMENTS_MAX) fail('An entry of the file is too large.');
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value] as const);
    const element: XmlElement = { name, attributes: Object.fromEntries(values), text: '', children: [] };
    parent?.children.push(element);
    open.push(element);
  };
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined && element.text.length < TEXT_MAX) element.text += text.slice(0, TEXT_MAX);
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    depth -= 1;
    const closed = open.pop();
    if (closed !== undefined && open.length === 0 && problem === undefined) reading.onElement(closed);
  };
  for await (const chunk of chunks) {
    parser.write(chunk);
    if (problem !== undefined) throw problem;
  }
  parser.close();
  if (problem !== undefined) throw problem;
}

/** Returns the elements at a path of names below an element. */
export function findAll(element: XmlElement, ...path: readonly string[]): XmlElement[] {
  let found = [element];
  for (const name of path) found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}

/** Returns the trimmed text of the first element at a path; empty if there is none. */
export const textAt = (element: XmlElement, ...path: readonly string[]): string =>
  findAll(element, ...path)[0]?.text.trim() ?? '';
