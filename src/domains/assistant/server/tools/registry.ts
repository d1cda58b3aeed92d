import { tools as audit } from '#domains/audit/contract.ts';
import { tools as ledger } from '#domains/ledger/contract.ts';
import { tools as observability } from '#domains/observability/contract.ts';
import { tools as participants } from '#domains/participants/contract.ts';
import { tools as trace } from '#domains/trace/contract.ts';

/** The tools that the built-in engine calls by name. A model may use those of every domain. */
export const knownTools = { ...trace, ...ledger, ...participants, ...audit, ...observability } as const;

export type ToolName = keyof typeof knownTools;
