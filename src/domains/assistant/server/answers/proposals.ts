import { findAsset } from './find-asset.ts';
import type { Draft, Turn } from './turn.ts';

/** Fills in the form of an event. Nothing is recorded until the reader confirms it. */
export async function proposeEvent(turn: Turn): Promise<Draft> {
  if (turn.username === undefined)
    return { reply: 'Sign in first. An account is needed to record an event.', outcome: 'refused' };
  const { action, participants, assets, place } = turn.entities;
  if (assets.length === 0)
    return {
      reply: 'Which asset is the event about? Give me its ID.',
      outcome: 'clarify',
      context: { ...turn.context, waitingFor: { intent: 'propose.event', need: 'asset' } },
    };
  const creates = action === 'manufactured';
  const found = creates
    ? { assetId: asWritten(turn.message, assets[0] ?? '') }
    : await findAsset(turn, 'propose.event');
  if ('instead' in found) return found.instead;
  return {
    reply: 'I filled in the form. Nothing is recorded yet. Check it, correct it if needed, then confirm.',
    outcome: 'proposed',
    blocks: [
      {
        kind: 'proposal',
        write: 'event',
        values: {
          user: participants[0] ?? turn.username,
          action: action ?? '',
          asset_id: found.assetId,
          location: place === undefined ? '' : asWritten(turn.message, place),
        },
      },
    ],
    context: creates ? {} : { assetId: found.assetId },
  };
}

/** Fills in the form of a new participant. Nothing is registered until the reader confirms it. */
export async function proposeParticipant(turn: Turn): Promise<Draft> {
  if (turn.username === undefined)
    return { reply: 'Sign in first. An account is needed to register a participant.', outcome: 'refused' };
  const named =
    /\b(?:register|add|enrol|enroll|onboard)\s+(?:the |a |an |new |participant |company )*"?([A-Za-z0-9_-]{3,32})"?/i.exec(
      turn.message,
    )?.[1] ?? '';
  return {
    reply: 'I filled in the form. Nothing is registered yet. Check it, correct it if needed, then confirm.',
    outcome: 'proposed',
    blocks: [{ kind: 'proposal', write: 'participant', values: { user: named, role: turn.entities.role ?? '' } }],
  };
}

/** Returns a location or new id with the spelling of the original message. */
function asWritten(message: string, folded: string): string {
  const at = message.toLowerCase().indexOf(folded.toLowerCase());
  return at < 0 ? folded : message.slice(at, at + folded.length);
}
