import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import type { ModelConfig } from '#platform/server/model-config.ts';

/** The language model that an operator has set. Nothing is called before the first question. */
export function openModel({ provider, name, apiKey, baseUrl }: ModelConfig): LanguageModel {
  const key = apiKey === undefined ? {} : { apiKey };
  if (provider === 'anthropic')
    return createAnthropic({ ...key, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) })(name);
  return createOpenAICompatible({ name: 'model', ...key, baseURL: baseUrl ?? '' })(name);
}
