import { tool } from '#platform/contract/assistant-vocabulary.ts';
import { demo } from './contract/demo.ts';
import { health } from './contract/health.ts';
import { status } from './contract/status.ts';
import { listTraces, readTrace } from './contract/traces.ts';

export * from './contract/capabilities.ts';
export * from './contract/demo.ts';
export * from './contract/health.ts';
export * from './contract/status.ts';
export * from './contract/traces.ts';

export const routes = [health, status, listTraces, readTrace, demo] as const;

/** Declares the observability tools of the assistant. */
export const tools = {
  read_health: tool(health, "Read the server's health", 'Server readiness, chain length and append performance.'),
} as const;
