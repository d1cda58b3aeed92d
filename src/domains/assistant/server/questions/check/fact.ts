import type { Answer } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { mentions, type Part, positionOf, textOf } from './answer-text.ts';
import { daysIn } from './read-days.ts';
import { numbersIn, statesNone } from './read-numbers.ts';
import { type Listed, listIn } from './read-rows.ts';

/** What an answer has to state, or must not. */
export type Fact = {
  /** For the report, such as `the number 10`. */
  readonly text: string;
  /** `part` is where a main number, name or day has to stand. */
  isStated(answer: Answer, part: Part): boolean;
};

const HOURS_OF_DAY = 24;

/** A count, an amount or a measurement. Throws if there is none to compare with, or zero, which any empty answer would state. */
export function number(value: number | undefined, where?: Part): Fact {
  if (value === undefined || !Number.isFinite(value) || value === 0) throw new Error(`An expected number is ${value}`);
  const isStated = (answer: Answer, part: Part) =>
    numbersIn(textOf(answer, where ?? part)).some((one) => Math.abs(one - value) < 0.005);
  return { text: `the number ${value}`, isStated };
}

/** That there is none. Throws if there are some. */
export function none(count: number | undefined): Fact {
  if (count !== 0) throw new Error(`Expected none, and there are ${count}`);
  return { text: 'none', isStated: (answer, part) => statesNone(textOf(answer, part)) };
}

/** One of several names for the same thing. Throws if one is missing. */
export function name(names: readonly (string | undefined)[], where?: Part): Fact {
  const known = names.filter((one): one is string => one !== undefined && one !== '');
  if (known.length === 0) throw new Error('An expected name is missing');
  const isStated = (answer: Answer, part: Part) => {
    const text = textOf(answer, where ?? part);
    return known.some((one) => mentions(text, one));
  };
  return { text: known.join(' or '), isStated };
}

/** More candidates in the first sentence make a list of them, which leaves the choice to the reader. */
const NAMED_MAX = 3;

/** One of several candidates: it is named first, and with few others. `candidates` has the names of each. */
export function choice(
  names: readonly (string | undefined)[],
  candidates: readonly (readonly (string | undefined)[])[],
): Fact {
  const chosen = name(names);
  const named = (text: string, ones: readonly (string | undefined)[]) =>
    Math.min(...ones.map((one) => (one === undefined ? Number.POSITIVE_INFINITY : positionOf(text, one))));
  const isStated = (answer: Answer, part: Part) => {
    const text = textOf(answer, part);
    const others = candidates
      .filter((ones) => !ones.some((one) => one !== undefined && names.includes(one)))
      .map((ones) => named(text, ones))
      .filter(Number.isFinite);
    return chosen.isStated(answer, part) && others.length < NAMED_MAX && others.every((at) => at > named(text, names));
  };
  return { text: `${chosen.text} rather than another`, isStated };
}

/** Several facts together. */
export function all(facts: readonly Fact[]): Fact {
  if (facts.length === 0) throw new Error('An expected fact is missing');
  return {
    text: facts.map(({ text }) => text).join(' and '),
    isStated: (answer, part) => facts.every((fact) => fact.isStated(answer, part)),
  };
}

/** The day (UTC) of an instant. */
export function day(at: string | undefined, today: string): Fact {
  if (at === undefined || Number.isNaN(Date.parse(at))) throw new Error(`An expected day is ${at}`);
  const expected = new Date(at).toISOString().slice(0, 10);
  return { text: expected, isStated: (answer, part) => daysIn(textOf(answer, part), today).includes(expected) };
}

/** The time between two instants, in days or hours, rounded in any way. */
export function duration(milliseconds: number): Fact {
  if (!(milliseconds > 0)) throw new Error(`An expected duration is ${milliseconds}`);
  const hours = milliseconds / 3_600_000;
  const days = hours / HOURS_OF_DAY;
  const near = (stated: string, value: number) => Math.abs(Number(stated.replaceAll(',', '')) - value) < 1;
  const isStated = (answer: Answer, part: Part) => {
    const text = textOf(answer, part);
    const [, statedDays] = /(\d[\d,.]*) days?\b/.exec(text) ?? [];
    const [, statedHours] = /(\d[\d,.]*) (?:hours?|h)\b/.exec(text) ?? [];
    if (statedDays !== undefined) return near(statedDays, days);
    return statedHours !== undefined && near(statedHours, hours);
  };
  return { text: `a duration of ${days.toFixed(1)} d`, isStated };
}

/** A part of a list shows at least these. */
const PAGE_MIN = 5;

/**
 * The rows of a list: exactly these, or some of these together with their true number. `universe` has every row that there could be,
 * by each of its names. A row about the subject itself counts neither way.
 */
export function rows(expected: readonly string[], universe: ReadonlyMap<string, string>, subject?: string): Fact {
  if (expected.length === 0) throw new Error('An expected list is empty');
  const all = new Set(expected);
  const isStated = (answer: Answer) => {
    const { ids: listed, total }: Listed = listIn(answer, universe);
    const ids = new Set([...listed].filter((id) => id !== subject || all.has(id)));
    if (ids.size === 0 || [...ids].some((id) => !all.has(id))) return false;
    if (ids.size === all.size) return true;
    if (ids.size < Math.min(all.size, PAGE_MIN)) return false;
    return total === all.size || numbersIn(answer.reply).includes(all.size);
  };
  return { text: `exactly ${counted(all.size, 'row')}: ${[...all].slice(0, 5).join(', ')}`, isStated };
}

/** That the answer concerns this one and no other: it is named, and the first sentence names no other. */
export function about(id: string, others: readonly string[]): Fact {
  const isStated = (answer: Answer) => {
    const lead = textOf(answer, 'lead');
    return mentions(textOf(answer, 'everything'), id) && !others.some((other) => other !== id && mentions(lead, other));
  };
  return { text: `it is about ${id}`, isStated };
}

/** Yes or no. The opposite word refutes it; without either, `shown` has to be stated. */
export function verdict(isSo: boolean, shown: readonly Fact[]): Fact {
  const isStated = (answer: Answer, part: Part) => {
    // "No assets" is no verdict.
    const [, word] = /^(yes|no)(?=[.,:;!–—]|$)/i.exec(answer.reply) ?? [];
    if (word !== undefined) return (word.toLowerCase() === 'yes') === isSo;
    return shown.length > 0 && shown.every((fact) => fact.isStated(answer, part));
  };
  return { text: isSo ? 'yes' : 'no', isStated };
}

/** Requires a fact, and that the answer names its subject: one word of each group, or what a pattern matches. */
export function concerning(fact: Fact, ...groups: readonly (readonly (string | RegExp | undefined)[])[]): Fact {
  const isNamed = (text: string) => (word: string | RegExp | undefined) =>
    word !== undefined && (typeof word === 'string' ? mentions(text, word) : word.test(text));
  const isStated = (answer: Answer, part: Part) => {
    const text = textOf(answer, 'everything');
    return fact.isStated(answer, part) && groups.every((words) => words.some(isNamed(text)));
  };
  const subjects = groups.map((words) => words.filter((word) => word !== undefined)[0]);
  return { text: [fact.text, ...subjects].join(', about '), isStated };
}

/** A share in percent. */
export function percent(value: number | undefined): Fact {
  const fact = number(value);
  const isStated = (answer: Answer, part: Part) =>
    [...textOf(answer, part).matchAll(/(\d[\d,.]*)\s?(?:%|percent)/g)].some(
      ([, stated = '']) => Math.abs(Number(stated.replaceAll(',', '')) - (value ?? 0)) < 0.005,
    );
  return { text: `${fact.text} percent`, isStated };
}

/** Any one of several facts, for a question with several correct interpretations. */
export function either(facts: readonly Fact[]): Fact {
  return {
    text: facts.map(({ text }) => text).join(' or '),
    isStated: (answer, part) => facts.some((fact) => fact.isStated(answer, part)),
  };
}
