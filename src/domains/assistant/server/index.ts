/** What others may ask of the assistant. */
export { answerQuestion } from './answer-question.ts';
export { conversationExport } from './conversations/export-conversations.ts';
export { type Assistant, openAssistant } from './open-assistant.ts';
export type { Question } from './question.ts';
export type { CallRoute } from './tools/run-tool.ts';
