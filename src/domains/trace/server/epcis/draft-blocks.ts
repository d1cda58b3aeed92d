import { hash } from 'node:crypto';
import { canonicalJson } from '@cairn/ledger-proof';
import { handsOver } from '#domains/trace/contract/handover-actions.ts';
import { describedIn } from '#domains/trace/contract/journey/event-content.ts';
import { AppError, validationFailed } from '#platform/contract/errors.ts';
import type { EventRequest } from '../event-rules.ts';
import { linksIn } from '../lineage/links-in.ts';
import { draftEvent } from '../trace-block-types.ts';
import type { DocumentProblem } from './check-shape.ts';
import { type DocumentHeader, EPCIS_HEADER } from './document-header.ts';
import type { PlannedBlock, PlannedEvent } from './event-to-block.ts';
import type { Parties, Recorder } from './introduce-parties.ts';
import { refused } from './refused-document.ts';

/** A block ready to be appended. `planned` is absent for a part of the document's header. */
export type Drafted = {
  readonly planned?: PlannedEvent;
  readonly block?: PlannedBlock;
  readonly request: EventRequest;
};

/** Drafts every block of a plan, or throws with all content that no block can hold. */
export function draftEvents(plan: readonly PlannedEvent[], parties: Parties, importer: Recorder): Drafted[] {
  const problems: DocumentProblem[] = [];
  const drafted = plan.flatMap((planned) => {
    try {
      return planned.blocks.map((block) => ({ planned, block, request: toRequest(block, parties, importer) }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ pointer: planned.pointer, message: `${planned.pointer}: ${error.message}` });
      return [];
    }
  });
  if (problems.length > 0) throw refused(problems);
  return drafted;
}

function toRequest(block: PlannedBlock, parties: Parties, importer: Recorder): EventRequest {
  const recorder = block.party === undefined ? importer : parties.of(block.party);
  if (!recorder.active)
    throw new AppError(validationFailed, `names the participant ${recorder.username}, which is not active`);
  const { action, assetId, happenedAt } = block;
  const { username: participant, role } = recorder;
  const to = handsOver(action) && block.destination !== undefined ? parties.usernameOf(block.destination) : undefined;
  const meta = to === undefined ? block.meta : { ...block.meta, to };
  const recordedBy = participant === importer.username ? undefined : importer.username;
  const about = { action, participant, role, happenedAt };
  return {
    draft: draftEvent({ action, assetId, participant, role, recordedBy, byAdministrator: false, meta }),
    event: assetId === undefined ? undefined : { ...about, assetId, ...describedIn(meta), byAdministrator: false },
    corrects: undefined,
    links: linksIn({ action, asset_id: assetId, meta }),
    recorder: { username: importer.username, administrator: false },
    introducesAssets: true,
    epcisHash: block.identity,
  };
}

/** Drafts the blocks of a document's header, recorded by the participant of the import. */
export function draftHeader({ name, parts }: DocumentHeader, importer: Recorder): Drafted[] {
  return parts.map((part, i) => {
    const { creationDate } = part;
    const meta = {
      ...(typeof creationDate === 'string' ? { timestamp: new Date(creationDate).toISOString() } : {}),
      epcisDocument: name,
      ...(parts.length > 1 ? { epcisHeaderPart: { number: i + 1, of: parts.length } } : {}),
      epcisHeader: part,
    };
    const { username: participant, role } = importer;
    const block = { action: EPCIS_HEADER, assetId: undefined, participant, role, recordedBy: undefined, meta };
    return {
      request: {
        draft: draftEvent({ ...block, byAdministrator: false }),
        event: undefined,
        corrects: undefined,
        recorder: { username: participant, administrator: false },
        introducesAssets: false,
        epcisHash: hash('sha256', canonicalJson(meta), 'buffer'),
      },
    };
  });
}
