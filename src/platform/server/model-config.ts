import { z } from 'zod';

/** The variables of an optional language model for the assistant. Without them it answers with its built-in rules. */
export const modelVariables = {
  CAIRN_MODEL_PROVIDER: z.enum(['openai-compatible', 'anthropic']).optional(),
  CAIRN_MODEL_NAME: z.string().min(1).max(200).optional(),
  CAIRN_MODEL_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,2000}$/, 'must be one line of printable characters')
    .optional(),
  CAIRN_MODEL_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  CAIRN_MODEL_TIMEOUT_SECONDS: z.coerce.number<string>().min(1).max(300).default(30),
};

export const modelSecrets = ['CAIRN_MODEL_API_KEY'] as const;

export type ModelConfig = {
  readonly provider: 'openai-compatible' | 'anthropic';
  readonly name: string;
  /** Secret: never in a log, span or response. */
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  /** The time limit for a whole answer, including its tools. */
  readonly timeoutSeconds: number;
};

type Variables = z.output<z.ZodObject<typeof modelVariables>>;

/** Returns the configured model, or undefined without one. Adds inconsistencies to `problems`. */
export function readModelConfig(variables: Variables, problems: string[]): ModelConfig | undefined {
  const { CAIRN_MODEL_PROVIDER: provider, CAIRN_MODEL_NAME: name, CAIRN_MODEL_BASE_URL: baseUrl } = variables;
  if (provider === undefined) {
    if (name !== undefined || baseUrl !== undefined)
      problems.push('CAIRN_MODEL_PROVIDER: is required with the other CAIRN_MODEL_ variables');
    return undefined;
  }
  if (name === undefined) problems.push('CAIRN_MODEL_NAME: is required with CAIRN_MODEL_PROVIDER');
  if (provider === 'openai-compatible' && baseUrl === undefined)
    problems.push(
      'CAIRN_MODEL_BASE_URL: is required for an openai-compatible model, for example http://127.0.0.1:11434/v1',
    );
  return {
    provider,
    name: name ?? '',
    apiKey: variables.CAIRN_MODEL_API_KEY,
    baseUrl,
    timeoutSeconds: variables.CAIRN_MODEL_TIMEOUT_SECONDS,
  };
}
