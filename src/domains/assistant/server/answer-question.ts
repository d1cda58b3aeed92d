import type { Answer, Engine, TalkContext, ToolStep } from '#domains/assistant/contract.ts';
import { answerBuiltIn, type BuiltInAnswer } from './answers/answer-built-in.ts';
import { domainOfSubject } from './engine/choose-domain.ts';
import { READ_MAX } from './engine/normalise.ts';
import type { Assistant } from './open-assistant.ts';
import type { Question } from './question.ts';
import { inSpan, spanFields } from './spans.ts';
import { createToolRunner } from './tools/run-tool.ts';

/** Answers one question with the caller's own permissions. It only reads. */
export function answerQuestion(assistant: Assistant, asked: Question): Promise<Answer> {
  const question = { ...asked, message: asked.message.slice(0, READ_MAX).toWellFormed() };
  const { message, caller, conversationId } = question;
  const attributes = { [spanFields.sessionId]: conversationId, [spanFields.userId]: caller?.id };
  return inSpan('assistant.answer', 'AGENT', { input: message, output: ({ reply }) => reply, attributes }, async () => {
    const newRun = () =>
      createToolRunner(assistant, { token: question.token, ip: question.ip ?? '127.0.0.1' }, (step) => {
        question.signal?.throwIfAborted();
        question.onStep?.(step);
      });
    const modelRun = newRun();
    const byModel = assistant.model && (await askModel(assistant, assistant.model, question, modelRun));
    if (byModel !== undefined && 'draft' in byModel)
      return complete(byModel.draft, byModel.engine, modelRun.steps, asked);
    const run = newRun();
    const context = question.context ?? {};
    const facts = {
      names: await assistant.names(),
      now: assistant.clock(),
      domain: domainOfSubject(context.query?.subject),
    };
    const draft = await answerBuiltIn({
      message,
      run,
      context,
      caller,
      understood: await assistant.interpreter.interpret(message, facts, question.signal),
      changes: question.changes ?? [],
      assistant,
    });
    const engine = { ...BUILT_IN, ...(byModel === undefined ? {} : { note: byModel.failure }) };
    return complete(draft, engine, run.steps, asked);
  });
}

const BUILT_IN = { kind: 'built-in', name: 'Built-in engine' } as const;

function complete(
  draft: BuiltInAnswer,
  engine: Engine,
  steps: readonly ToolStep[],
  { message, context }: Question,
): Answer {
  const cut =
    message.length > READ_MAX
      ? ` I read only the first ${READ_MAX.toLocaleString('en-US')} characters of your message.`
      : '';
  return {
    reply: draft.reply + cut,
    outcome: draft.outcome ?? 'answered',
    engine,
    citations: unique(draft.citations ?? []),
    steps: [...steps].slice(0, 20),
    ...(draft.interpretation === undefined ? {} : { interpretation: [...draft.interpretation] }),
    ...(draft.corrections === undefined || draft.corrections.length === 0
      ? {}
      : { corrections: [...draft.corrections] }),
    blocks: [...(draft.blocks ?? [])],
    suggestions: [...(draft.suggestions ?? [])].slice(0, 6),
    context: draft.context ?? withoutWaiting(context ?? {}),
  };
}

/** Loads the model libraries only in a process that uses a model. */
async function askModel(...asked: Parameters<typeof import('./model/answer-with-model.ts').answerWithModel>) {
  const { answerWithModel } = await import('./model/answer-with-model.ts');
  return answerWithModel(...asked);
}

const unique = <T extends { href?: string | undefined; label: string }>(citations: readonly T[]) =>
  [...new Map(citations.map((citation) => [`${citation.href} ${citation.label}`, citation])).values()].slice(0, 40);

function withoutWaiting({ waitingFor: _, ...context }: TalkContext): TalkContext {
  return context;
}
