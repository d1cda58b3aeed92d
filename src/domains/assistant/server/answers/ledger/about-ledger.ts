import type { z } from 'zod';
import { conditionsOf, type Query, valueIn } from '#domains/assistant/contract.ts';
import type { Block } from '#domains/ledger/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import {
  blockLink,
  blockNumber,
  citeAsset,
  citeBlock,
  citeScreen,
  type Draft,
  refusedBy,
  spokenAction,
  spokenTime,
  type Turn,
  table,
  unsupported,
} from '../turn.ts';
import { answerBlocksOfPeriod } from './blocks-of-period.ts';

type AnyBlock = z.infer<typeof Block>;

/** Answers about blocks: one by its number or hash, the newest, or how many there are. */
export async function answerBlocks(turn: Turn): Promise<Draft> {
  const { query } = turn;
  const refused = unsupported(query, ['block', 'hash', 'ordinal', 'period'], 'blocks');
  if (refused !== undefined) return refused;
  if (conditionsOf(query, 'period').length > 0) return answerBlocksOfPeriod(turn);
  const hash = valueIn(query, 'hash');
  const index = valueIn(query, 'block');
  if (hash === undefined && index === undefined) {
    if (query.ask === 'count' || query.order !== undefined || query.ask === 'list' || query.limit !== undefined)
      return answerNewest(turn);
    return {
      reply: 'Which block? Give me its number or its hash.',
      outcome: 'clarify',
      context: { ...turn.context, query, waitingFor: { intent: 'query', need: 'block' } },
    };
  }
  const read =
    index === undefined ? await turn.run('find_block', { hash: hash ?? '' }) : await turn.run('read_block', { index });
  if (!read.ok)
    return read.status === 404
      ? {
          reply: `There is no block ${index === undefined ? `with the hash ${hash}` : blockNumber(Number(index))}.`,
          outcome: 'unknown',
        }
      : refusedBy(read);
  return tellOf(read.value, query.field, query.ask);
}

/** Puts the block and its asset in the context, so that "the previous one" and "where is it" can follow. */
function tellOf(block: AnyBlock, field: string | undefined, ask: string): Draft {
  const { index, data, timestamp, hash, prev_hash: previous } = block;
  const number = blockNumber(index);
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : undefined);
  const asset = text('asset_id');
  const user = text('user');
  const recorder = text('recordedBy') ?? user;
  const action = text('action') === undefined ? 'an event' : spokenAction(text('action') ?? '');
  const when = spokenTime(new Date(timestamp * 1000).toISOString());
  const what =
    index === 0
      ? 'the genesis block, which names the ledger'
      : `${action}${asset === undefined ? '' : ` of ${asset}`}${user === undefined ? '' : ` by ${user}`}`;
  const first = (): string => {
    if (field === 'hash') return `The hash of block ${number} is ${hash}.`;
    if (field === 'participant')
      return user === undefined ? `Block ${number} names no participant.` : `Block ${number} names ${user}.`;
    if (field === 'previous') return `The previous hash of block ${number} is ${previous}.`;
    if (ask === 'who' || field === 'recorded')
      return recorder === undefined
        ? `Block ${number} names no recorder.`
        : `${recorder} recorded block ${number}${ask === 'when' ? ` on ${when}` : ''}.`;
    if (ask === 'when') return `Block ${number} was recorded on ${when}.`;
    return '';
  };
  const said = first();
  return {
    reply: `${said === '' ? '' : `${said} `}Block ${number} contains ${what}. It was recorded on ${when}. Its hash begins with ${hash.slice(0, 16)}.`,
    citations: [citeBlock(index), ...(asset === undefined ? [] : [citeAsset(asset)])],
    ...(field === 'data'
      ? {
          blocks: [
            {
              kind: 'section' as const,
              title: `Data of block ${number}`,
              source: 'Ledger',
              text: JSON.stringify(data, null, 1),
            },
          ],
        }
      : {}),
    suggestions: [
      ...(index > 0 ? ['And the previous one?'] : []),
      'And the next one?',
      ...(asset === undefined ? [] : [`Where is ${asset}?`]),
    ],
    context: { block: index, ...(asset === undefined ? {} : { assetId: asset }) },
  };
}

export async function answerNewest(turn: Turn): Promise<Draft> {
  const { query } = turn;
  if (query.order === 'oldest')
    return answerBlocks({ ...turn, query: { ...query, where: [{ kind: 'block', value: '0' }] } });
  const back = valueIn(query, 'ordinal');
  const read = await turn.run('read_chain', {
    limit:
      back !== undefined
        ? Number(back)
        : Math.min(query.limit ?? (query.ask === 'list' && query.order === undefined ? 10 : 1), 50),
  });
  if (!read.ok) return refusedBy(read);
  const { chain: newer, length } = read.value;
  const chain = back === undefined ? newer : newer.slice(0, 1);
  const newest = chain.at(-1);
  if (newest === undefined) return { reply: 'There are no blocks in the blockchain yet.' };
  const many = `The chain has ${counted(length, 'block')}.`;
  if (chain.length === 1) {
    const one = tellOf(newest, query.field, query.ask);
    return { ...one, reply: query.ask === 'count' ? `${many} The newest: ${one.reply}` : `${one.reply} ${many}` };
  }
  return {
    reply: `${many} These are the newest ${chain.length}.`,
    citations: chain
      .toReversed()
      .slice(0, 10)
      .map(({ index }) => citeBlock(index)),
    blocks: [
      table(
        'Newest blocks',
        ['Block', 'Recorded', 'Action', 'Asset'],
        chain
          .toReversed()
          .map(({ index, timestamp, data }) => [
            { text: blockNumber(index), href: blockLink(index) },
            { text: spokenTime(new Date(timestamp * 1000).toISOString()) },
            { text: spokenAction(String(data['action'] ?? '')) },
            { text: typeof data['asset_id'] === 'string' ? data['asset_id'] : '' },
          ]),
      ),
    ],
    context: { block: newest.index },
  };
}

/** Verbs of checkpoints, witnesses and keys do not restrict blocks. */
const DOES = /^(?:covers?|covered|signs?|signed|cosigns?|cosigned|cosigning)$/i;
const unsupportedBeside = (query: Query, about: string) =>
  unsupported(
    { ...query, where: query.where.filter(({ kind, value }) => kind !== 'text' || !DOES.test(value)) },
    ['mine', 'it'],
    about,
  );

/** Answers who cosigns the checkpoints. */
export async function answerWitnesses(turn: Turn): Promise<Draft> {
  const refused = unsupportedBeside(turn.query, 'witnesses');
  if (refused !== undefined) return refused;
  const read = await turn.run('list_witnesses');
  if (!read.ok) return refusedBy(read);
  const { witnesses } = read.value;
  if (witnesses.length === 0)
    return {
      reply: 'This ledger has 0 witnesses: no independent party cosigns its checkpoints.',
      suggestions: ['Is the chain intact?'],
    };
  return {
    reply: `${counted(witnesses.length, 'witness', 'witnesses')} ${witnesses.length === 1 ? 'cosigns' : 'cosign'} the checkpoints of this ledger.`,
    blocks: [
      table(
        'Witnesses',
        ['Witness', 'Blocks cosigned', 'When', 'Problem'],
        witnesses.map(({ name, cosignedSize, cosignedAt, error }) => [
          { text: name },
          { text: String(cosignedSize) },
          { text: cosignedAt === undefined ? 'never' : spokenTime(cosignedAt) },
          { text: error ?? '' },
        ]),
      ),
    ],
  };
}

/** Answers with the text of the newest checkpoint. */
export async function answerCheckpoint(turn: Turn): Promise<Draft> {
  const refused = unsupportedBeside(turn.query, 'the newest checkpoint');
  if (refused !== undefined) return refused;
  if (turn.query.ask === 'count' && !/\b(?:blocks?|cover)/i.test(turn.message))
    return { reply: 'I know the newest checkpoint, and not how many there are.', outcome: 'unknown' };
  const read = await turn.run('read_checkpoint');
  if (!read.ok) return read.status === 404 ? { reply: 'No checkpoint has been signed yet.' } : refusedBy(read);
  const [origin = '', size = ''] = read.value.split('\n');
  return {
    reply: `The newest signed checkpoint of ${origin} covers ${counted(Number(size), 'block')}.`,
    citations: [citeScreen('Blockchain', '/blockchain')],
    blocks: [{ kind: 'section', title: 'Checkpoint', source: 'Transparency log', text: read.value }],
    suggestions: ['Who witnesses the checkpoints?'],
  };
}

/** Answers with the public keys of the ledger. */
export async function answerKeys(turn: Turn): Promise<Draft> {
  const refused = unsupportedBeside(turn.query, 'the public keys');
  if (refused !== undefined) return refused;
  const read = await turn.run('list_keys');
  if (!read.ok) return refusedBy(read);
  const { keys } = read.value;
  return {
    reply: `${counted(keys.length, 'public key')} ${keys.length === 1 ? 'signs' : 'sign'} the checkpoints of this ledger. Private keys are never shown to anyone.`,
    blocks: [
      {
        kind: 'section',
        title: 'Public keys',
        source: 'Ledger',
        text: keys.map((key) => JSON.stringify(key, null, 1)).join('\n'),
      },
    ],
  };
}
