import { conditionsOf } from '#domains/assistant/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { given } from '../assets/asset-filters.ts';
import {
  blockLink,
  blockNumber,
  citeScreen,
  type Draft,
  needsSignIn,
  refusedBy,
  signInFirst,
  spokenAction,
  spokenPeriod,
  spokenTime,
  type Turn,
  table,
  unsupported,
} from '../turn.ts';

const ROWS = 20;

/** Answers from the audit log, if the caller may read it. */
export async function answerAudit(turn: Turn): Promise<Draft> {
  const { query, username } = turn;
  const refused = unsupported(query, ['period', 'participant', 'mine', 'asset', 'anomalous'], 'the audit log');
  if (refused !== undefined) return refused;
  if (needsSignIn(turn)) return signInFirst;
  const one = (kind: 'participant' | 'asset') => conditionsOf(query, kind)[0]?.value;
  const [period] = conditionsOf(query, 'period');
  const participantId = one('participant') ?? (conditionsOf(query, 'mine').length > 0 ? username : undefined);
  const dates =
    period?.from === undefined || period.to === undefined ? {} : { startDate: period.from, endDate: period.to };
  const read = await turn.run('read_audit_log', {
    ...given({ participantId, assetId: one('asset') }),
    ...dates,
    limit: Math.min(query.limit ?? ROWS, 100),
  });
  if (!read.ok) return refusedBy(read);
  const { auditEntries, pagination } = read.value;
  return {
    reply: `The audit log has ${counted(pagination.total, 'entry', 'entries')}${spokenPeriod(query)}.${pagination.total > auditEntries.length ? ` These are the newest ${auditEntries.length}.` : ''}`,
    citations: [citeScreen('Audit Trail', '/audit')],
    blocks: [
      {
        ...table(
          'Audit log',
          ['Block', 'Recorded', 'Participant', 'Action', 'Asset'],
          auditEntries.map(({ blockIndex, timestamp, participant, action, assetId }) => [
            { text: blockNumber(blockIndex), href: blockLink(blockIndex) },
            { text: spokenTime(timestamp) },
            { text: participant },
            { text: spokenAction(action) },
            { text: assetId ?? '', isId: true },
          ]),
        ),
        more: Math.max(0, pagination.total - auditEntries.length),
      },
    ],
  };
}

/** Answers whether the server is ready. */
export async function answerHealth(turn: Turn): Promise<Draft> {
  const refused = unsupported(turn.query, [], 'the state of the server');
  if (refused !== undefined) return refused;
  const read = await turn.run('read_health');
  if (!read.ok) return refusedBy(read);
  const { status, version, blockchain_length: length, blockchain_state: state, startedAt } = read.value;
  return {
    reply: `${status === 'ok' ? 'Yes, the server is ready' : 'No, the server is not ready'}: version ${version}, ${counted(length, 'block')}, chain ${state}, running since ${spokenTime(startedAt)}.`,
    citations: [citeScreen('Observability', '/observability')],
  };
}

/** Answers about the signed-in account. */
export async function answerAccount(turn: Turn): Promise<Draft> {
  if (turn.username === undefined) return signInFirst;
  const read = await turn.run('read_account');
  if (!read.ok) return refusedBy(read);
  const { username, role, administrator, auditor, status, createdAt } = read.value.user;
  const marks = [administrator ? 'administrator' : '', auditor ? 'auditor' : ''].filter(Boolean);
  const asked = /\b(admin|auditor)/i.exec(turn.message)?.[1]?.toLowerCase();
  const wanted = conditionsOf(turn.query, 'role')[0]?.value;
  const yes =
    turn.query.ask !== 'whether'
      ? ''
      : (asked === 'admin' ? administrator : asked === 'auditor' ? auditor : wanted === role)
        ? 'Yes. '
        : 'No. ';
  if (turn.query.field === 'joined')
    return {
      reply: `You joined on ${spokenTime(createdAt)}, as ${username}.`,
      citations: [citeScreen('Profile Settings', '/profile')],
    };
  return {
    reply: `${yes}You are ${username}, with the role ${role}${marks.length === 0 ? '' : ` and the mark ${marks.join(' and ')}`}, ${status}. You joined on ${spokenTime(createdAt)}.`,
    citations: [citeScreen('Profile Settings', '/profile')],
  };
}
