/** Functions that other parts of the app may call. */
export { answerQuestion } from './answer-question.ts';
export { conversationExport } from './conversations/export-conversations.ts';
export { createInterpreter, listNames } from './engine/interpreter.ts';
export { type Assistant, openAssistant } from './open-assistant.ts';
export type { Question } from './question.ts';
export type { CallRoute } from './tools/run-tool.ts';
