import type { TalkContext } from '#domains/assistant/contract.ts';
import type { Intention } from '../engine/intentions.ts';
import type { ProposedEvent, ProposedParticipant } from '../engine/read-proposal.ts';
import type { ToolRunner } from '../tools/run-tool.ts';
import { citeBlock, citeScreen, type Draft, listed, refusedBy, spokenAction } from './turn.ts';

type Asked = { readonly run: ToolRunner; readonly context: TalkContext; readonly username: string | undefined };

/** Fills in the form of an event with exactly what was stated. Nothing is recorded until the reader confirms it. */
export async function proposeEvent({ context, username }: Asked, values: ProposedEvent): Promise<Draft> {
  if (username === undefined)
    return { reply: 'Sign in first. An account is needed to record an event.', outcome: 'refused' };
  const assetId = values.assetId ?? (values.refers ? context.assetId : undefined);
  const missing = [assetId === undefined ? 'the asset' : '', values.action === undefined ? 'the action' : ''].filter(
    Boolean,
  );
  const left =
    values.rest.length === 0 ? '' : ` The form has no field for ${listed(values.rest.map((one) => `“${one}”`))}.`;
  return {
    reply: `I filled in the form with what you stated. Nothing is recorded yet. ${missing.length === 0 ? 'Check it' : `Enter ${listed(missing)}, check the rest`}, correct it if needed, then confirm.${left}`,
    outcome: 'proposed',
    blocks: [
      {
        kind: 'proposal',
        write: 'event',
        values: {
          user: values.user ?? username,
          action: values.action ?? '',
          asset_id: assetId ?? '',
          location: values.location ?? '',
        },
        ...(values.to === undefined ? {} : { to: values.to }),
      },
    ],
    context: assetId === undefined ? {} : { assetId },
  };
}

/** Fills in the form of a new participant with exactly what was stated. */
export function proposeParticipant({ username }: Asked, { user = '', role = '' }: ProposedParticipant): Draft {
  if (username === undefined)
    return { reply: 'Sign in first. An account is needed to register a participant.', outcome: 'refused' };
  const missing = [user === '' ? 'its username' : '', role === '' ? 'its role' : ''].filter(Boolean);
  return {
    reply: `I filled in the form with what you stated. Nothing is registered yet. ${missing.length === 0 ? 'Check it' : `Enter ${listed(missing)}, check the rest`}, correct it if needed, then confirm.`,
    outcome: 'proposed',
    blocks: [{ kind: 'proposal', write: 'participant', values: { user, role } }],
  };
}

/** Explains why a record cannot be changed, and offers the form of a correction for a block that is named. */
export async function refuseChange(
  { run, context, username }: Asked,
  intention: Extract<Intention, { kind: 'change' }>,
): Promise<Draft> {
  if (intention.of === 'participant')
    return {
      reply: `I can't ${intention.verb} a participant. Its username and role are part of blocks and stay. Its display name, location and contact can be edited, and it can be deactivated, on its page in Participants.`,
      outcome: 'refused',
      citations: [
        citeScreen(
          'Participants',
          intention.participant === undefined
            ? '/participants'
            : `/participants/${encodeURIComponent(intention.participant)}`,
        ),
      ],
    };
  const why = `Nothing on the chain can be ${intention.verb === 'delete' ? 'deleted' : 'changed'}: every later block contains the hash of the earlier ones. A mistake is taken back by a correction, which is a block of its own, and both stay readable.`;
  const block = intention.block ?? (intention.refers && intention.assetId === undefined ? context.block : undefined);
  if (block === undefined)
    return {
      reply: `${why} To correct an event, name its block, or open the asset and choose the event.`,
      outcome: 'refused',
      citations: [
        citeScreen(
          'Assets',
          intention.assetId === undefined ? '/assets' : `/assets/${encodeURIComponent(intention.assetId)}`,
        ),
      ],
      suggestions: intention.assetId === undefined ? [] : [`What happened to ${intention.assetId}?`],
    };
  const read = await run('read_block', { index: block });
  if (!read.ok)
    return read.status === 404 ? { reply: `${why} There is no block ${block}.`, outcome: 'refused' } : refusedBy(read);
  const asset = read.value.data['asset_id'];
  const user = read.value.data['user'];
  const action = read.value.data['action'];
  if (typeof asset !== 'string' || typeof user !== 'string' || username === undefined)
    return {
      reply: `${why}${username === undefined ? ' Sign in to correct an event that you recorded.' : ` Block ${block} is no event of an asset, so it cannot be corrected here.`}`,
      outcome: 'refused',
      citations: [citeBlock(block)],
    };
  return {
    reply: `${why} I filled in the form of a correction that takes back block ${block} (${spokenAction(String(action))} of ${asset} by ${user}). Nothing is recorded until you confirm it.`,
    outcome: 'refused',
    citations: [citeBlock(block)],
    blocks: [
      {
        kind: 'proposal',
        write: 'event',
        values: { user, action: 'correction', asset_id: asset, location: '' },
        corrects: block,
      },
    ],
    context: { block, assetId: asset },
  };
}
