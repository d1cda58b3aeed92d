import { conditionsOf } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { assetCells, assetColumns } from '../assets/asset-table.ts';
import {
  citeParticipant,
  type Draft,
  listed,
  participantLink,
  participantOf,
  refusedBy,
  signInFirst,
  spokenAction,
  spokenTime,
  type Turn,
  table,
  total,
  unsupported,
} from '../turn.ts';

/** Answers about one participant: its identity or its events. */
export async function answerOneParticipant(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(query, ['participant', 'mine', 'role'], 'one participant');
  if (refused !== undefined) return refused;
  const id = participantOf(turn, 'any');
  if (id === undefined) return signInFirst;
  if (query.field === 'activity' || query.field === 'partners' || query.field === 'handled')
    return answerActivity(turn, id);
  if (query.field === 'managed') return answerManaged(turn, id);
  if (query.ask === 'count')
    return {
      reply: `I can count the events, the assets or the managed participants of ${id}. Which do you mean?`,
      outcome: 'clarify',
    };
  const read = await turn.run('read_participant', { id });
  if (!read.ok) return refusedBy(read);
  const { username, displayName, role, place, status, eventCount, createdAt, managedBy, identifiers, address } =
    read.value;
  const name = displayName === undefined ? username : `${displayName} (${username})`;
  const [wanted] = conditionsOf(query, 'role');
  const whole = `${name} is ${role === 'other' ? 'a participant with role other' : `a ${role}`}${place === undefined ? '' : ` in ${place}`}, ${status}, with ${counted(eventCount, 'event')}. It joined on ${spokenTime(createdAt)}.${managedBy === undefined ? '' : ` ${managedBy} records on its behalf.`}`;
  const one = (): string => {
    if (query.ask === 'whether' && wanted !== undefined)
      return `${wanted.value === role ? 'Yes' : 'No'}, the role of ${username} is ${role}.`;
    switch (query.field) {
      case 'role':
        return `The role of ${username} is ${role}.`;
      case 'joined':
        return `${username} joined on ${spokenTime(createdAt)}.`;
      case 'place':
        return place === undefined ? `${name} has stated no place.` : `${name} is in ${place}.`;
      case 'manager':
        return managedBy === undefined
          ? `Nobody records on behalf of ${username}.`
          : `${managedBy} manages ${username}: it registered it and records on its behalf.`;
      case 'display':
        return displayName === undefined
          ? `${username} has no display name.`
          : `The display name of ${username} is ${displayName}.`;
      case 'username':
        return `The username of ${displayName ?? username} is ${username}.`;
      case 'address':
        return `${place === undefined ? `${name} has stated no place` : `The place of ${name} is ${place}`}. Its address on a blockchain is ${address}.`;
      case 'identifiers':
        return identifiers.length === 0
          ? `${username} claims no identifier.`
          : `${username} claims ${listed(identifiers)}.`;
      default:
        return query.ask === 'count'
          ? `${username} has ${counted(eventCount, 'event')}.`
          : query.ask === 'when'
            ? `${username} joined on ${spokenTime(createdAt)}.`
            : whole;
    }
  };
  const reply = one();
  return {
    reply: query.ask === 'whether' && wanted === undefined ? whole : reply,
    ...(query.ask === 'whether' && wanted === undefined ? { outcome: 'clarify' as const } : {}),
    citations: [citeParticipant(username)],
    suggestions: [`What has ${username} been doing?`, `Which assets does ${username} hold?`],
    context: { participant: username },
  };
}

async function answerManaged(turn: Turn, id: string): Promise<Draft> {
  const read = await turn.run('list_participants', { limit: 1000 });
  if (!read.ok) return refusedBy(read);
  if (read.value.length === 1000)
    return { reply: 'There are too many participants to tell who manages which.', outcome: 'unknown' };
  const managed = read.value.filter(({ managedBy }) => managedBy === id);
  return {
    reply: `${id} manages ${counted(managed.length, 'participant')}${managed.length === 0 ? '' : `: ${listed(managed.map(({ username }) => username))}`}.`,
    citations: [citeParticipant(id)],
    blocks:
      managed.length === 0
        ? []
        : [
            table(
              'Managed participants',
              ['Participant', 'Role'],
              managed.map(({ username, role }) => [
                { text: username, href: participantLink(username) },
                { text: role },
              ]),
            ),
          ],
    context: { participant: id },
  };
}

/** Answers whether two participants hand goods over to each other. */
export async function answerWhetherPartners(turn: Turn): Promise<Draft> {
  const [one = '', other = ''] = conditionsOf(turn.query, 'participant').map(({ value }) => value);
  const read = await turn.run('participant_activity', { id: one });
  if (!read.ok) return refusedBy(read);
  const { counterparties, read: basis } = read.value;
  const partner = counterparties.find(({ username }) => username === other);
  if (partner === undefined && !basis.complete)
    return { reply: `${one} has too many events to tell whether it works with ${other}.`, outcome: 'unknown' };
  const times = partner === undefined ? 0 : partner.from + partner.to;
  return {
    reply: `${times > 0 ? 'Yes' : 'No'}. ${times > 0 ? counted(times, 'handover') : 'No handover'} between ${one} and ${other} ${times > 1 ? 'are' : 'is'} recorded.`,
    citations: [citeParticipant(one), citeParticipant(other)],
  };
}

/** Answers whether the first of two participants manages the other. */
export async function answerWhetherManaged(turn: Turn): Promise<Draft> {
  const [one = '', other = ''] = conditionsOf(turn.query, 'participant').map(({ value }) => value);
  const read = await turn.run('read_participant', { id: /\bby\b/i.test(turn.message) ? one : other });
  if (!read.ok) return refusedBy(read);
  const { username, managedBy } = read.value;
  const manager = username === one ? other : one;
  const told = managedBy === undefined ? `Nobody manages ${username}` : `${managedBy} manages ${username}`;
  return {
    reply: `${managedBy === manager ? 'Yes' : 'No'}. ${told}.`,
    citations: [citeParticipant(one), citeParticipant(other)],
  };
}

async function answerActivity(turn: Turn, id: string): Promise<Draft> {
  const read = await turn.run('participant_activity', { id });
  if (!read.ok) return refusedBy(read);
  const { totalEvents, byAction, assets, assetCount, counterparties, lastAt, read: basis } = read.value;
  const partners = counterparties
    .map(({ username, from, to }) => ({ username, times: from + to }))
    .toSorted((a, b) => b.times - a.times);
  const with_ = partners.slice(0, 3).map(({ username }) => username);
  const cut = basis.complete
    ? ''
    : ` Counterparties and assets are based on its newest ${counted(basis.events, 'event')}.`;
  const [first] = partners;
  const mine = conditionsOf(turn.query, 'mine').length > 0;
  if (turn.query.field === 'partners')
    return {
      reply:
        first === undefined
          ? `${id} has handed nothing over to another participant.`
          : turn.query.ask === 'most' || turn.query.ask === 'who'
            ? `${first.username} is the main partner of ${mine ? 'yours' : id}, with ${counted(first.times, 'handover')}.${partners.length > 1 ? ` Next: ${listed(partners.slice(1, 6).map(({ username }) => username))}.` : ''}${cut}`
            : `${mine ? 'You work' : `${id} works`} with ${counted(partners.length, 'participant')}: ${listed(partners.slice(0, 12).map(({ username }) => username))}.${cut}`,
      citations: [citeParticipant(id), ...partners.slice(0, 5).map(({ username }) => citeParticipant(username))],
      blocks: [
        table(
          `Whom ${id} works with`,
          ['Participant', 'Handovers'],
          partners.map(({ username, times }) => [
            { text: username, href: participantLink(username) },
            { text: total(times) },
          ]),
        ),
      ],
      context: { participant: id },
    };
  return {
    reply: `${id} has ${counted(totalEvents, 'event')}${lastAt === undefined ? '' : `, the last on ${spokenTime(lastAt)}`}, on ${counted(assetCount, 'asset')}.${with_.length === 0 ? '' : ` It works mostly with ${listed(with_)}.`}${cut}`,
    citations: [citeParticipant(id)],
    blocks: [
      {
        kind: 'bars',
        title: `Events of ${id} by action`,
        bars: byAction.slice(0, 12).map(({ action, events }) => ({ label: spokenAction(action), value: events })),
      },
      table(
        `Assets that ${id} handled recently`,
        [...assetColumns, 'Events', 'Last action', 'When'],
        assets.map(({ assetId, name, events, lastAction, lastAt: at }) => [
          ...assetCells(assetId, name),
          { text: String(events) },
          { text: spokenAction(lastAction) },
          { text: spokenTime(at) },
        ]),
        assetCount,
      ),
    ],
    suggestions: [`Show the last 5 events of ${id}`],
    context: { participant: id },
  };
}
