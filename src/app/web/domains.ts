import { capabilities as audit } from '#domains/audit/contract.ts';
import { capabilities as developers } from '#domains/developers/contract.ts';
import { capabilities as ledger } from '#domains/ledger/contract.ts';
import { capabilities as observability } from '#domains/observability/contract.ts';
import { capabilities as participants } from '#domains/participants/contract.ts';
import { capabilities as trace } from '#domains/trace/contract.ts';
import { assembleCapabilities } from '#platform/contract/assemble-capabilities.ts';

/** The permission table of the product. */
export const capabilities = assembleCapabilities([trace, participants, audit, ledger, developers, observability]);
