import type { Answer } from '#domains/assistant/contract.ts';
import type { Question } from '../question.ts';
import type { Fact } from './fact.ts';

export type Verdict = {
  /** `uncertain` states nothing: the engine asks back, refuses, or says that it does not know. */
  readonly verdict: 'right' | 'uncertain' | 'wrong';
  readonly why?: string;
};

const committing: readonly Answer['outcome'][] = ['answered', 'proposed'];

/** Judges an answer by the facts that it must and must not state. */
export function judgeAnswer(
  question: Question,
  answer: Answer,
  { states, not }: { readonly states: readonly Fact[]; readonly not: readonly Fact[] },
): Verdict {
  const expected = question.outcome ?? [question.proposes === undefined ? 'answered' : 'proposed'];
  const leaked = not.find((fact) => fact.isStated(answer, 'everything'));
  if (leaked !== undefined) return { verdict: 'wrong', why: `states ${leaked.text}` };
  if (!expected.includes(answer.outcome))
    return { verdict: committing.includes(answer.outcome) ? 'wrong' : 'uncertain', why: `is ${answer.outcome}` };
  const missing = states.find((fact) => !fact.isStated(answer, question.part ?? 'lead'));
  const why = missing === undefined ? missesForm(question, answer) : `does not state ${missing.text}`;
  return why === undefined ? { verdict: 'right' } : { verdict: 'wrong', why };
}

/** Returns what is wrong with the citation, the proposal or the steps of an answer. */
function missesForm(question: Question, answer: Answer): string | undefined {
  const { cites, proposes, isSmallTalk } = question;
  if (cites !== undefined && !answer.citations.some(({ kind, label }) => kind === 'document' && label.includes(cites)))
    return `cites ${answer.citations.map(({ label }) => label).join(', ') || 'nothing'}, not ${cites}`;
  if (isSmallTalk && (answer.steps.length > 0 || answer.blocks.length > 0)) return 'looks something up';
  return proposes === undefined ? undefined : missesProposal(question, answer);
}

function missesProposal({ proposes: expected = {}, as }: Question, { blocks }: Answer): string | undefined {
  const proposal = blocks.find((block) => block.kind === 'proposal');
  if (proposal === undefined) return 'proposes nothing';
  const values: Readonly<Record<string, string>> = proposal.values;
  const isRight = ([field, value]: readonly [string, string]) => {
    const wanted = expected[field] ?? '';
    // Unless the question names another, the caller records for itself.
    if (field === 'user' && wanted === '') return value === '' || value === as;
    // A place may be completed: Oslo, Norway.
    return value === wanted || (field === 'location' && wanted !== '' && value.startsWith(`${wanted}, `));
  };
  return Object.entries(values).every(isRight) ? undefined : `proposes ${JSON.stringify(values)}`;
}
