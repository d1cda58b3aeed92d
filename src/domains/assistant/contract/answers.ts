import { z } from 'zod';
import { errorKind, tooManyRequests } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { JsonObject, requiredText } from '#platform/contract/scalars.ts';

export const conversationNotFound = errorKind('assistant.conversation_not_found', 404, 'No such conversation');

/** A place in the product. It is always a path of this product, never an address that a content named. */
const Link = z.string().regex(/^\/(?!\/)/);

export const Citation = z
  .object({
    kind: z.enum(['block', 'asset', 'participant', 'document', 'screen']),
    label: z.string(),
    href: Link.optional().describe('Where it stands in the product; a word of the glossary has no page.'),
  })
  .meta({ id: 'Citation' });
export type Citation = z.infer<typeof Citation>;

/** One tool that was used: what it was given, and how much it gave. */
export const ToolStep = z
  .object({
    tool: z.string(),
    title: z.string(),
    route: z.string().optional().describe('The route behind it, such as `GET /api/assets/{assetId}`.'),
    arguments: JsonObject,
    ok: z.boolean(),
    status: z.int().optional(),
    error: z.string().optional(),
    resultBytes: z.int().min(0),
    resultItems: z.int().min(0).optional().describe('Rows of the list that it answered with.'),
    milliseconds: z.number().min(0),
  })
  .meta({ id: 'ToolStep' });
export type ToolStep = z.infer<typeof ToolStep>;

const Cell = z.object({ text: z.string(), href: Link.optional() });

export const TableBlock = z.object({
  kind: z.literal('table'),
  title: z.string(),
  columns: z.array(z.string()).max(8),
  rows: z.array(z.array(Cell)).max(100),
  more: z.int().min(0).describe('Rows that are left out.'),
});
export type TableBlock = z.infer<typeof TableBlock>;

export const BarsBlock = z.object({
  kind: z.literal('bars'),
  title: z.string(),
  bars: z.array(z.object({ label: z.string(), value: z.number().min(0) })).max(40),
});
export type BarsBlock = z.infer<typeof BarsBlock>;

export const SectionBlock = z.object({
  kind: z.literal('section'),
  title: z.string(),
  source: z.string(),
  text: z.string(),
  href: Link.optional(),
});
export type SectionBlock = z.infer<typeof SectionBlock>;

/** A write that waits for the reader: nothing is recorded until they confirm the form. */
export const ProposalBlock = z.discriminatedUnion('write', [
  z.object({
    kind: z.literal('proposal'),
    write: z.literal('event'),
    values: z.object({ user: z.string(), action: z.string(), asset_id: z.string(), location: z.string() }),
  }),
  z.object({
    kind: z.literal('proposal'),
    write: z.literal('participant'),
    values: z.object({ user: z.string(), role: z.string() }),
  }),
]);
export type ProposalBlock = z.infer<typeof ProposalBlock>;

export const AnswerBlock = z.union([TableBlock, BarsBlock, SectionBlock, ProposalBlock]).meta({ id: 'AnswerBlock' });
export type AnswerBlock = z.infer<typeof AnswerBlock>;

/** What a next question may leave unsaid: the things at hand, and a question that waits for its missing word. */
export const TalkContext = z
  .object({
    assetId: z.string().max(200).optional(),
    participant: z.string().max(64).optional(),
    block: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    waitingFor: z
      .object({ intent: z.string().max(40), need: z.enum(['asset', 'participant', 'block']) })
      .optional()
      .describe('The question that the next message completes.'),
  })
  .meta({ id: 'TalkContext' });
export type TalkContext = z.infer<typeof TalkContext>;

export const Engine = z
  .object({
    kind: z.enum(['built-in', 'model']),
    name: z.string().describe('"Built-in engine", or the name of the model.'),
    note: z.string().optional().describe('Why it is not the one that was set.'),
  })
  .meta({ id: 'Engine' });
export type Engine = z.infer<typeof Engine>;

export const outcomes = ['answered', 'clarify', 'proposed', 'refused', 'unknown', 'failed'] as const;

export const Answer = z
  .object({
    reply: z.string().describe('Plain text. It is never HTML or Markdown.'),
    outcome: z.enum(outcomes),
    engine: Engine,
    citations: z.array(Citation).max(40),
    steps: z.array(ToolStep).max(20),
    blocks: z.array(AnswerBlock).max(8),
    suggestions: z.array(z.string()).max(6).describe('Questions that may come next, or the choices.'),
    context: TalkContext.describe('Send it with the next message, where no conversation keeps it.'),
  })
  .meta({ id: 'Answer' });
export type Answer = z.infer<typeof Answer>;

export const ask = route({
  method: 'POST',
  path: '/api/chatbot',
  tag: 'Assistant',
  summary: 'Ask the assistant',
  description:
    'It looks things up with the caller’s own permissions and records nothing. Signed in, the question and its answer are kept ' +
    'in a conversation; signed out, nothing is. With `Accept: text/event-stream` the same answer comes as a stream: the UI ' +
    'message stream of the AI SDK (version 1), with the whole answer as its part `data-answer`.',
  access: 'public',
  body: z.strictObject({
    message: requiredText('Message is required').regex(/\S/, 'Message is required'),
    conversationId: z.uuid().optional().describe('Goes on with this conversation; without it a new one begins.'),
    replaceFrom: z
      .int()
      .min(0)
      .optional()
      .describe('Takes this message and all behind it out of the conversation first.'),
    context: TalkContext.optional(),
  }),
  response: Answer.extend({
    conversationId: z.uuid().optional(),
    messageId: z.int().optional().describe('The id of the question in its conversation.'),
  }),
  alsoProduces: ['text/event-stream'],
  errors: [conversationNotFound, tooManyRequests],
});
