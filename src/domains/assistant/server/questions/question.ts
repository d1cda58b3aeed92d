import type { Answer } from '#domains/assistant/contract.ts';
import type { Part } from './check/answer-text.ts';
import type { Fact } from './check/fact.ts';
import type { Asked, World } from './world.fixture.ts';

/** Computes a fact from the answers of the API. */
export type FactOf = (world: World) => Fact | Promise<Fact>;

/** A question, and the facts that its answer must and must not state. */
export type Question = Asked & {
  readonly states?: readonly FactOf[];
  readonly not?: readonly FactOf[];
  /** Where main numbers, names and days have to stand. The first sentence if omitted. */
  readonly part?: Part;
  /** The outcomes that are right. `answered` if omitted, or `proposed` with `proposes`. */
  readonly outcome?: readonly Answer['outcome'][];
  /** The fields of a proposed write. Fields that are not named must be empty, or the caller's own name. */
  readonly proposes?: Readonly<Record<string, string>>;
  /** The heading of the guide's section, or the term of the glossary, that must be cited. */
  readonly cites?: string;
  /** For greetings and thanks: nothing may be looked up. */
  readonly isSmallTalk?: true;
};

/** Outcomes of a question that has no answer. */
export const notAnswered = ['unknown', 'clarify', 'refused'] as const;
