import { z } from 'zod';
import { errorKind, tooManyRequests, unavailable } from '#platform/contract/errors.ts';
import { route } from '#platform/contract/route.ts';
import { JsonObject, requiredText } from '#platform/contract/scalars.ts';
import { Query } from './query.ts';

export const conversationNotFound = errorKind('assistant.conversation_not_found', 404, 'Conversation not found');

/** A link within the product: always a path of this product, never a URL taken from content. */
const Link = z.string().regex(/^\/(?!\/)/);

export const Citation = z
  .object({
    kind: z.enum(['block', 'asset', 'participant', 'document', 'screen']),
    label: z.string(),
    href: Link.optional().describe('The screen that shows it. Glossary terms have none.'),
  })
  .meta({ id: 'Citation' });
export type Citation = z.infer<typeof Citation>;

/** One tool call of an answer: its arguments and the size of its result. */
export const ToolStep = z
  .object({
    tool: z.string(),
    title: z.string(),
    route: z.string().optional().describe('The route that the tool calls, such as `GET /api/assets/{assetId}`.'),
    arguments: JsonObject,
    ok: z.boolean(),
    status: z.int().optional(),
    error: z.string().optional(),
    resultBytes: z.int().min(0),
    resultItems: z.int().min(0).optional().describe('Rows in the returned list.'),
    milliseconds: z.number().min(0),
  })
  .meta({ id: 'ToolStep' });
export type ToolStep = z.infer<typeof ToolStep>;

const Cell = z.object({
  text: z.string(),
  href: Link.optional(),
  isId: z.boolean().optional().describe('The text is the id of an asset or property.'),
});

export const TableBlock = z.object({
  kind: z.literal('table'),
  title: z.string(),
  columns: z.array(z.string()).max(8),
  rows: z.array(z.array(Cell)).max(100),
  more: z.int().min(0).describe('Rows that the table leaves out.'),
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

/** A write for the reader to confirm. Nothing is recorded until they submit the form. */
export const ProposalBlock = z.discriminatedUnion('write', [
  z.object({
    kind: z.literal('proposal'),
    write: z.literal('event'),
    values: z.object({ user: z.string(), action: z.string(), asset_id: z.string(), location: z.string() }),
    to: z.string().optional().describe('The addressee of a shipment, if stated.'),
    corrects: z.int().min(0).optional().describe('The block that a correction takes back.'),
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

/** The context of the next question: the last subjects, and a question that still lacks a value. */
export const TalkContext = z
  .object({
    assetId: z.string().max(200).optional(),
    participant: z.string().max(64).optional(),
    block: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    assets: z.array(z.string().max(200)).max(20).optional().describe('The assets of the last answer, for "them".'),
    property: z.string().max(40).optional(),
    query: Query.optional().describe('The interpretation of the last question.'),
    event: z
      .object({
        user: z.string().max(64).optional(),
        action: z.string().max(200).optional(),
        location: z.string().max(500).optional(),
        to: z.string().max(64).optional(),
      })
      .optional()
      .describe('The stated values of an event whose asset the next message names.'),
    waitingFor: z
      .object({ intent: z.string().max(40), need: z.enum(['asset', 'participant', 'block', 'property']) })
      .optional()
      .describe('The question in `query` lacks a value, which the next message supplies.'),
  })
  .meta({ id: 'TalkContext' });
export type TalkContext = z.infer<typeof TalkContext>;

export const Engine = z
  .object({
    kind: z.enum(['built-in', 'model']),
    name: z.string().describe('"Built-in engine", or the name of the model.'),
    note: z.string().optional().describe('Why the configured engine did not answer.'),
  })
  .meta({ id: 'Engine' });
export type Engine = z.infer<typeof Engine>;

/** One part of the interpretation of a question. It may be replaced by an alternative, or removed. */
export const InterpretationChip = z
  .object({
    id: z.string().max(60),
    label: z.string().describe('The kind of the part, such as `Status`.'),
    value: z.string(),
    text: z.string().describe('The value as shown.'),
    alternatives: z.array(z.object({ value: z.string(), text: z.string() })).max(20),
    removable: z.boolean(),
  })
  .meta({ id: 'InterpretationChip' });
export type InterpretationChip = z.infer<typeof InterpretationChip>;

/** A part of the interpretation that the reader changed; null removes it. */
export const InterpretationChange = z.strictObject({ id: z.string().max(60), value: z.string().max(300).nullable() });
export type InterpretationChange = z.infer<typeof InterpretationChange>;

export const outcomes = ['answered', 'clarify', 'proposed', 'refused', 'unknown', 'failed'] as const;

export const Answer = z
  .object({
    reply: z.string().describe('Plain text. It is never HTML or Markdown.'),
    outcome: z.enum(outcomes),
    engine: Engine,
    citations: z.array(Citation).max(40),
    steps: z.array(ToolStep).max(20),
    interpretation: z.array(InterpretationChip).max(40).optional().describe('The interpretation of the question.'),
    corrections: z
      .array(z.object({ from: z.string(), to: z.string() }))
      .max(20)
      .optional()
      .describe('Words of the question that were read as other words.'),
    blocks: z.array(AnswerBlock).max(8),
    suggestions: z.array(z.string()).max(6).describe('Suggested next questions, or the choices to pick from.'),
    context: TalkContext.describe('Send it with the next message when the exchange is not stored in a conversation.'),
  })
  .meta({ id: 'Answer' });
export type Answer = z.infer<typeof Answer>;

export const ask = route({
  method: 'POST',
  path: '/api/chatbot',
  tag: 'Assistant',
  summary: 'Ask the assistant',
  description:
    'Looks things up with the caller’s own permissions and records nothing. If the caller is signed in, the question and its answer are stored ' +
    'in a conversation; otherwise nothing is stored. With `Accept: text/event-stream`, streams the same answer as the UI ' +
    'message stream of the AI SDK (version 1), with the whole answer in its `data-answer` part. The first 2,000 characters of a message are ' +
    'read and stored, and the newest 5,000 questions of an account. A body may have 4 MiB.',
  access: 'public',
  cost: 'heavy',
  bodyLimitBytes: 4 * 1024 * 1024,
  textLimitBytes: 100_000,
  body: z.strictObject({
    message: requiredText('Message is required').regex(/\S/, 'Message is required'),
    conversationId: z.uuid().optional().describe('Continues this conversation. Without it, a new one starts.'),
    replaceFrom: z
      .int()
      .min(0)
      .optional()
      .describe('First removes this message and all later ones from the conversation.'),
    context: TalkContext.optional(),
    changes: z
      .array(InterpretationChange)
      .max(40)
      .optional()
      .describe('Changes to the interpretation of the same message, by the id of its parts.'),
  }),
  response: Answer.extend({
    conversationId: z.uuid().optional(),
    messageId: z.int().optional().describe('Id of the question in its conversation.'),
  }),
  alsoProduces: ['text/event-stream'],
  errors: [conversationNotFound, tooManyRequests, unavailable],
});
