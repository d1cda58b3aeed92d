import { mayCorrect } from '#domains/trace/contract.ts';
import type { Intention } from '../../engine/intentions.ts';
import type { ProposedEvent } from '../../engine/read-proposal.ts';
import { blockNumber, citeBlock, citeScreen, type Draft, refusedBy, spokenAction } from '../turn.ts';
import { proposeEvent, type WriteTurn } from './proposals.ts';

type Change = Extract<Intention, { kind: 'change' }>;

/** Explains why a record cannot be changed, and offers the form of a correction to those who may correct the block that is named. */
export async function refuseChange(turn: WriteTurn, intention: Change): Promise<Draft> {
  if (intention.of === 'participant') return refuseParticipantChange(intention);
  const why = `Nothing on the chain can be ${intention.verb === 'delete' ? 'deleted' : 'changed'}: every later block contains the hash of the earlier ones. A mistake is taken back by a correction, which is a block of its own, and both stay readable.`;
  const { context } = turn;
  if (intention.event !== undefined) return offerEvent(turn, intention.event);
  const block = intention.block ?? (intention.refers && intention.assetId === undefined ? context.block : undefined);
  if (block === undefined) {
    const assetId = intention.assetId ?? (intention.refers ? context.assetId : undefined);
    return {
      reply: `${why} To correct an event, name its block, or open the asset and choose the event.`,
      outcome: 'refused',
      citations: [citeScreen('Assets', assetId === undefined ? '/assets' : `/assets/${encodeURIComponent(assetId)}`)],
      suggestions: assetId === undefined ? [] : [`What happened to ${assetId}?`],
    };
  }
  return refuseBlockChange(turn, block, why);
}

/** A status is not a separate record, so this offers the form of the event from which it follows. */
async function offerEvent(turn: WriteTurn, event: ProposedEvent): Promise<Draft> {
  const draft = await proposeEvent(turn, { ...event, rest: [] });
  return {
    ...draft,
    reply: `A status is not set: it follows from the last event. ${draft.reply}`,
    outcome: draft.outcome === 'proposed' ? 'refused' : (draft.outcome ?? 'refused'),
  };
}

const refuseParticipantChange = ({ verb, participant }: Change): Draft => ({
  reply: `I can't ${verb} a participant. Its username and role are part of blocks and stay. Its display name, location and contact can be edited, and it can be deactivated, on its page in Participants.`,
  outcome: 'refused',
  citations: [
    citeScreen(
      'Participants',
      participant === undefined ? '/participants' : `/participants/${encodeURIComponent(participant)}`,
    ),
  ],
});

async function refuseBlockChange({ run, caller }: WriteTurn, block: number, why: string): Promise<Draft> {
  const read = await run('read_block', { index: block });
  if (!read.ok)
    return read.status === 404
      ? { reply: `${why} There is no block ${blockNumber(block)}.`, outcome: 'refused' }
      : refusedBy(read);
  const refused = (reason: string): Draft => ({
    reply: `${why} ${reason}`,
    outcome: 'refused',
    citations: [citeBlock(block)],
  });
  const assetId = read.value.data['asset_id'];
  if (typeof assetId !== 'string')
    return refused(`Block ${blockNumber(block)} is no event of an asset, so it cannot be corrected here.`);
  if (caller === undefined) return refused('Sign in to correct an event that you recorded.');
  const history = await run('read_asset', { assetId, limit: 500 });
  if (!history.ok) return refusedBy(history);
  const event = history.value.history.find(({ blockIndex }) => blockIndex === block);
  if (event === undefined || !mayCorrect(caller, event)) return refused(reasonAgainst(block, event));
  const { participant, action } = event;
  return {
    ...refused(
      `I filled in the form of a correction that takes back block ${blockNumber(block)} (${spokenAction(action)} of ${assetId} by ${participant}). Nothing is recorded until you confirm it.`,
    ),
    blocks: [
      {
        kind: 'proposal',
        write: 'event',
        values: { user: participant, action: 'correction', asset_id: assetId, location: '' },
        corrects: block,
      },
    ],
    context: { block, assetId },
  };
}

function reasonAgainst(
  block: number,
  event: { readonly action: string; readonly correctedBy?: number | undefined } | undefined,
): string {
  if (event?.correctedBy !== undefined)
    return `Block ${blockNumber(block)} was already corrected by block ${blockNumber(event.correctedBy)}.`;
  if (event?.action === 'manufactured')
    return `Block ${blockNumber(block)} is the first event of its asset, which cannot be corrected.`;
  if (event?.action === 'correction')
    return `Block ${blockNumber(block)} is a correction itself, which cannot be corrected.`;
  return 'Only its recorder, the participant that it names, the account that manages that participant, or an administrator may correct it.';
}
