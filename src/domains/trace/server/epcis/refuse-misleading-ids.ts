import { explainMisleadingId } from '#platform/contract/misleading-ids.ts';
import { findInvisible } from '#platform/contract/misleading-text.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readAssetStates } from '../assets.ts';
import type { DocumentProblem } from './check-shape.ts';
import type { PlannedBlock, PlannedEvent } from './event-to-block.ts';
import { refused } from './refused-document.ts';

/**
 * Refuses a document that introduces an asset whose id, batch, name or place could be taken for another one. Assets that exist
 * get further events, so that an earlier import can be repeated.
 * @throws AppError `request.invalid`
 */
export async function refuseMisleadingIds(database: Database, plan: readonly PlannedEvent[]): Promise<void> {
  const suspects = plan.flatMap(({ pointer, blocks }) =>
    blocks.flatMap((block) => {
      const message = explain(block);
      return message === undefined || block.assetId === undefined ? [] : [{ pointer, message, assetId: block.assetId }];
    }),
  );
  if (suspects.length === 0) return;
  const known = await readAssetStates(database, [...new Set(suspects.map(({ assetId }) => assetId))]);
  const problems = suspects.flatMap(({ pointer, message, assetId }): DocumentProblem[] =>
    known.has(assetId) ? [] : [{ pointer, message: `${pointer}: ${message}` }],
  );
  if (problems.length > 0) throw refused(problems);
}

/**
 * Refuses a document that introduces a party whose identifier could be taken for another one.
 * @throws AppError `request.invalid`
 */
export function refuseMisleadingParties(introduced: readonly { readonly identifiers: readonly string[] }[]): void {
  const problems = introduced.flatMap(({ identifiers }) =>
    identifiers.flatMap((identifier): DocumentProblem[] => {
      const message = explainMisleadingId(`The party ${identifier}`, identifier);
      return message === undefined ? [] : [{ pointer: '/epcisBody/eventList', message }];
    }),
  );
  if (problems.length > 0) throw refused(problems);
}

function explain({ assetId = '', meta }: PlannedBlock): string | undefined {
  const { batch } = meta;
  return (
    explainMisleadingId('Asset ID', assetId) ??
    (typeof batch === 'string' ? explainMisleadingId('Batch', batch) : undefined) ??
    explainText('The name', meta['name']) ??
    explainText('The place', meta['location'])
  );
}

function explainText(label: string, text: unknown): string | undefined {
  const invisible = typeof text === 'string' ? findInvisible(text) : undefined;
  return invisible === undefined ? undefined : `${label} must not contain the invisible character ${invisible}`;
}
