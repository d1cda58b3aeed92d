import { counted } from '#platform/contract/counted.ts';
import { present } from '#platform/contract/present.ts';
import { given } from './about-assets.ts';
import {
  assetLink,
  citeParticipant,
  citeScreen,
  type Draft,
  participantLink,
  refusedBy,
  spokenAction,
  spokenTime,
  type Turn,
} from './turn.ts';

const ROWS = 20;

/** Answers with the participants, or those with one role. */
export async function answerParticipants(turn: Turn): Promise<Draft> {
  const { role } = turn.entities;
  const listed = await turn.run('list_participants', { ...given({ role }), limit: ROWS + 1 });
  if (!listed.ok) return refusedBy(listed);
  const shown = listed.value.slice(0, ROWS);
  const more = listed.value.length > ROWS;
  const who = role === undefined ? 'participant' : role === 'other' ? 'participant with role other' : role;
  if (shown.length === 0)
    return { reply: `No ${who}s are registered.`, citations: [citeScreen('Participants', '/participants')] };
  return {
    reply: `${more ? `More than ${ROWS}` : shown.length} ${who}${shown.length === 1 ? ' is' : 's are'} registered${more ? '. These are the newest' : ''}: ${shown.map(({ username }) => username).join(', ')}.`,
    citations: [citeScreen('Participants', `/participants${role === undefined ? '' : `?role=${role}`}`)],
    blocks: [
      {
        kind: 'table',
        title: 'Participants',
        columns: ['Participant', 'Name', 'Role', 'Status', 'Events'],
        rows: shown.map(({ username, displayName, role: its, status, eventCount }) => [
          { text: username, href: participantLink(username) },
          { text: displayName ?? '' },
          { text: its },
          { text: status },
          { text: String(eventCount) },
        ]),
        more: 0,
      },
    ],
    suggestions: shown.slice(0, 2).map(({ username }) => `What has ${username} been doing?`),
  };
}

/** Answers how many participants have each role. */
export async function answerParticipantCounts(turn: Turn): Promise<Draft> {
  const stats = await turn.run('participant_stats');
  if (!stats.ok) return refusedBy(stats);
  const { manufacturers, shippers, retailers, others, total } = stats.value;
  return {
    reply: `There are ${counted(total, 'active participant')}: ${counted(manufacturers, 'manufacturer')}, ${counted(shippers, 'shipper')}, ${counted(retailers, 'retailer')} and ${others.toLocaleString('en-US')} with role other.`,
    citations: [citeScreen('Participants', '/participants')],
    blocks: [
      {
        kind: 'bars',
        title: 'Active participants by role',
        bars: [
          { label: 'Manufacturers', value: manufacturers },
          { label: 'Shippers', value: shippers },
          { label: 'Retailers', value: retailers },
          { label: 'Other', value: others },
        ],
      },
    ],
    suggestions: ['Which participants are registered?'],
  };
}

/** Answers about one participant. */
export async function answerParticipant(turn: Turn): Promise<Draft> {
  const id = present(turn.entities.participants[0], 'the intent needs a participant');
  const read = await turn.run('read_participant', { id });
  if (!read.ok) return refusedBy(read);
  const { username, displayName, role, place, status, eventCount, createdAt, managedBy } = read.value;
  const name = displayName === undefined ? username : `${displayName} (${username})`;
  return {
    reply: `${name} is ${role === 'other' ? 'a participant with role other' : `a ${role}`}${place === undefined ? '' : ` in ${place}`}, ${status}, with ${counted(eventCount, 'event')}. It joined on ${spokenTime(createdAt)}.${managedBy === undefined ? '' : ` ${managedBy} records on its behalf.`}`,
    citations: [citeParticipant(username)],
    suggestions: [`What has ${username} been doing?`, 'Which events did they record recently?'],
    context: { participant: username },
  };
}

/** Answers what a participant did. */
export async function answerActivity(turn: Turn): Promise<Draft> {
  const id = present(turn.entities.participants[0], 'the intent needs a participant');
  const read = await turn.run('participant_activity', { id });
  if (!read.ok) return refusedBy(read);
  const { totalEvents, byAction, assets, assetCount, counterparties, lastAt, read: basis } = read.value;
  const with_ = counterparties.slice(0, 3).map(({ username }) => username);
  return {
    reply: `${id} has ${counted(totalEvents, 'event')}${lastAt === undefined ? '' : `, the last on ${spokenTime(lastAt)}`}, on ${counted(assetCount, 'asset')}.${with_.length === 0 ? '' : ` It works mostly with ${with_.join(', ')}.`}${basis.complete ? '' : ` Counterparties and assets are based on its newest ${counted(basis.events, 'event')}.`}`,
    citations: [citeParticipant(id)],
    blocks: [
      {
        kind: 'bars',
        title: `Events of ${id} by action`,
        bars: byAction.slice(0, 12).map(({ action, events }) => ({ label: spokenAction(action), value: events })),
      },
      {
        kind: 'table',
        title: `Assets that ${id} handled recently`,
        columns: ['Asset', 'Events', 'Last action', 'When'],
        rows: assets.map(({ assetId, events, lastAction, lastAt: at }) => [
          { text: assetId, href: assetLink(assetId) },
          { text: String(events) },
          { text: spokenAction(lastAction) },
          { text: spokenTime(at) },
        ]),
        more: Math.max(0, assetCount - assets.length),
      },
    ],
    suggestions: ['Which events did they record recently?'],
    context: { participant: id },
  };
}
