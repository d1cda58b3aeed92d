import { readdirSync, readFileSync } from 'node:fs';
import { PASSWORD_MIN, participantRoles } from '#domains/participants/contract.ts';
import type { Capability } from '#platform/contract/capability.ts';
import type { ErrorKind } from '#platform/contract/errors.ts';
import { textOf } from '../check/answer-text.ts';
import { all, concerning, type Fact, name, verdict } from '../check/fact.ts';
import { numbersIn, statesNone } from '../check/read-numbers.ts';
import type { FactOf } from '../question.ts';
import type { World } from '../world.fixture.ts';

/** Words that an explanation has to contain, each anywhere in it. */
export const says =
  (...words: readonly string[]): FactOf =>
  () =>
    all(words.map((word) => name([word], 'prose')));

/** One of several words, for rules that can be put in several ways. */
export const saysOneOf =
  (...words: readonly string[]): FactOf =>
  () =>
    name(words, 'prose');

/** A number of a rule. */
export const rule =
  (value: number): FactOf =>
  () => ({
    text: `the number ${value}`,
    isStated: (answer) => numbersIn(textOf(answer, 'everything')).includes(value),
  });

export const passwordMinimum: FactOf = async (world) =>
  concerning(await rule(PASSWORD_MIN)(world), [/characters/i], [/password/i]);

/** Words for those who hold a role or a mark. */
const words: Readonly<Record<string, readonly string[]>> = {
  other: ['other', 'auditor', 'auditors'],
  government: ['government', 'city'],
};
/** A sentence with one of these may name a role that holds nothing. */
const excluding = /\b(?:not|no|cannot|can't|only|except|never)\b/i;
const named = (holder: string): readonly string[] => words[holder] ?? [holder, `${holder}s`];
const roles = [...participantRoles, 'resident', 'government'];

/** Every role that holds a capability, and in the first sentence no other. */
export const heldByRoles =
  ({ heldBy }: Capability): FactOf =>
  () => {
    const others = roles.filter((role) => !heldBy.includes(role)).map((role) => name(named(role)));
    const holders = all(heldBy.map((holder) => name(named(holder), 'prose')));
    const isStated: Fact['isStated'] = (answer, part) =>
      holders.isStated(answer, part) &&
      (excluding.test(textOf(answer, 'lead')) || !others.some((other) => other.isStated(answer, 'lead')));
    return { text: `${heldBy.join(', ')} and no other role`, isStated };
  };

/** Whether a role holds a capability; without yes or no, the roles that do. */
export const roleMay =
  (role: string, capability: Capability): FactOf =>
  async (world: World) =>
    concerning(verdict(capability.heldBy.includes(role), [await heldByRoles(capability)(world)]), [
      /\byour?\b/i,
      /manufacturer|shipper|retailer|auditor|role/i,
    ]);

/** The status, or a part of the title, of an error. */
export const explains =
  (kind: ErrorKind): FactOf =>
  () => {
    const facts = [name([kind.title], 'everything'), name([kind.code], 'everything')];
    return all(facts);
  };

/** Words that an answer must not contain. */
export const word =
  (...words: readonly string[]): FactOf =>
  () =>
    name(words, 'everything');

/** Any amount of money, for what has no price. */
export const anyAmount: FactOf = (): Fact => ({
  text: 'an amount',
  isStated: (answer) => /[$€]\s?\d/.test(textOf(answer, 'everything')),
});

const folder = new URL('../../documentation/', import.meta.url);
/** The headings of the guide, for checking that a question cites one that exists. */
export function headingsOfGuide(): Set<string> {
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const text = pages.map((page) => readFileSync(new URL(page, folder), 'utf8')).join('\n');
  return new Set([...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading));
}

/** The terms of the glossary. */
export function termsOfGlossary(): Set<string> {
  const text = readFileSync(new URL('../../../../../../docs/glossary.md', import.meta.url), 'utf8');
  return new Set([...text.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, terms = '']) => terms.split(', ')));
}

/** Any temperature, for what was never measured. */
export const anyTemperature: FactOf = (): Fact => ({
  text: 'a temperature',
  isStated: (answer) => /\d\s?(?:°|degrees|celsius)/i.test(textOf(answer, 'everything')),
});

/** That there is nothing of the kind. */
export const saysNone: FactOf = (): Fact => ({
  text: 'none',
  isStated: (answer) => statesNone(textOf(answer, 'reply')),
});

/** A fact that an answer must state, if it is one. */
export const ifAnswered =
  (required: FactOf): FactOf =>
  async (world) => {
    const fact = await required(world);
    const isStated: Fact['isStated'] = (answer, part) => answer.outcome !== 'answered' || fact.isStated(answer, part);
    return { text: fact.text, isStated };
  };
