import { tools as audit } from '#domains/audit/contract.ts';
import { tools as billing } from '#domains/billing/contract.ts';
import { tools as ledger } from '#domains/ledger/contract.ts';
import { tools as market } from '#domains/market/contract.ts';
import { tools as observability } from '#domains/observability/contract.ts';
import { tools as participants } from '#domains/participants/contract.ts';
import { tools as payments } from '#domains/payments/contract.ts';
import { tools as registry } from '#domains/registry/contract.ts';
import { tools as trace } from '#domains/trace/contract.ts';

/** The tools that the built-in engine calls by name. A model may use those of every domain. */
export const knownTools = {
  ...trace,
  ...ledger,
  ...participants,
  ...audit,
  ...observability,
  ...registry,
  ...payments,
  ...market,
  ...billing,
} as const;

export type ToolName = keyof typeof knownTools;
