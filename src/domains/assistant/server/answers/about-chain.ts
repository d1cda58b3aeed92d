import type { z } from 'zod';
import type { Block } from '#domains/ledger/contract.ts';
import { counted } from '#platform/contract/counted.ts';
import { present } from '#platform/contract/present.ts';
import {
  blockLink,
  citeAsset,
  citeBlock,
  citeScreen,
  type Draft,
  refusedBy,
  spokenAction,
  spokenTime,
  type Turn,
} from './turn.ts';

type AnyBlock = z.infer<typeof Block>;

/** Answers about one block, found by its number or its hash. */
export async function answerBlock(turn: Turn): Promise<Draft> {
  const { hash } = turn.entities;
  const index = turn.entities.block ?? (turn.concepts.has('genesis') ? 0 : undefined);
  if (hash === undefined && index === undefined)
    return {
      reply: 'Which block? Give me its number or its hash.',
      outcome: 'clarify',
      context: { ...turn.context, waitingFor: { intent: 'block.read', need: 'block' } },
    };
  const read =
    index === undefined
      ? await turn.run('find_block', { hash: present(hash, 'without an index there is a hash') })
      : await turn.run('read_block', { index });
  if (!read.ok) return refusedBy(read);
  return tellOf(read.value);
}

/** Puts the block and its asset in the context, so that "the previous one" and "where is it" can follow. */
function tellOf(block: AnyBlock): Draft {
  const { index, data, timestamp, hash } = block;
  const asset = typeof data['asset_id'] === 'string' ? data['asset_id'] : undefined;
  const by = typeof data['user'] === 'string' ? ` by ${data['user']}` : '';
  const action = typeof data['action'] === 'string' ? spokenAction(data['action']) : 'an event';
  const what =
    index === 0
      ? 'the genesis block, which names the ledger'
      : `${action}${asset === undefined ? '' : ` of ${asset}`}${by}`;
  return {
    reply: `Block ${index} contains ${what}. It was recorded on ${spokenTime(new Date(timestamp * 1000).toISOString())}. Its hash begins with ${hash.slice(0, 16)}.`,
    citations: [citeBlock(index), ...(asset === undefined ? [] : [citeAsset(asset)])],
    suggestions: [
      ...(index > 0 ? ['And the previous one?'] : []),
      'And the next one?',
      ...(asset === undefined ? [] : [`Where is ${asset}?`]),
    ],
    context: { block: index, ...(asset === undefined ? {} : { assetId: asset }) },
  };
}

/** Answers with the newest blocks and the length of the chain. */
export async function answerLatestBlocks(turn: Turn): Promise<Draft> {
  const limit = Math.min(turn.entities.count ?? 1, 50);
  const read = await turn.run('read_chain', { limit });
  if (!read.ok) return refusedBy(read);
  const { chain, length } = read.value;
  const newest = chain.at(-1);
  if (newest === undefined) return { reply: 'There are no blocks in the blockchain yet.' };
  if (chain.length === 1) {
    const one = tellOf(newest);
    return { ...one, reply: `The chain has ${counted(length, 'block')}. ${one.reply}` };
  }
  return {
    reply: `The chain has ${counted(length, 'block')}. These are the newest ${chain.length}.`,
    citations: chain
      .toReversed()
      .slice(0, 10)
      .map(({ index }) => citeBlock(index)),
    blocks: [
      {
        kind: 'table',
        title: 'Newest blocks',
        columns: ['Block', 'Recorded', 'Action', 'Asset'],
        rows: chain
          .toReversed()
          .map(({ index, timestamp, data }) => [
            { text: String(index), href: blockLink(index) },
            { text: spokenTime(new Date(timestamp * 1000).toISOString()) },
            { text: spokenAction(String(data['action'] ?? '')) },
            { text: typeof data['asset_id'] === 'string' ? data['asset_id'] : '' },
          ]),
        more: 0,
      },
    ],
    context: { block: newest.index },
  };
}

/** Answers whether the chain is intact, and how much of it is re-read and signed. */
export async function answerValidity(turn: Turn): Promise<Draft> {
  const read = await turn.run('validate_chain');
  if (!read.ok) return refusedBy(read);
  const { state, totalBlocks, verifiedBlocks, checkpointSize, error, blockIndex, validatedAt } = read.value;
  const bad = blockIndex === undefined ? [] : [citeBlock(blockIndex)];
  const checked = `${verifiedBlocks.toLocaleString('en-US')} of ${counted(totalBlocks, 'block')} have been re-read and checked, and the newest signed checkpoint covers ${checkpointSize.toLocaleString('en-US')}`;
  return {
    reply:
      state === 'unknown'
        ? `That is not known at the moment: the server has not confirmed the chain in the last 30 seconds. ${checked}.`
        : state === 'valid'
          ? `Yes, the chain is intact as far as it has been checked: ${checked}. Last checked on ${spokenTime(validatedAt)}.`
          : `No. ${error ?? 'The chain is not valid.'} ${checked}.`,
    citations: [...bad, citeScreen('Validate the chain', '/blockchain?action=validate')],
    suggestions: ['Who witnesses the checkpoints?', 'How can I verify a block in my browser?'],
  };
}

/** Answers who cosigns the checkpoints. */
export async function answerWitnesses(turn: Turn): Promise<Draft> {
  const read = await turn.run('list_witnesses');
  if (!read.ok) return refusedBy(read);
  const { witnesses } = read.value;
  if (witnesses.length === 0)
    return {
      reply: 'No witnesses are set up for this ledger, so no independent party cosigns its checkpoints.',
      suggestions: ['Is the chain intact?'],
    };
  return {
    reply: `${counted(witnesses.length, 'witness', 'witnesses')} ${witnesses.length === 1 ? 'cosigns' : 'cosign'} the checkpoints of this ledger.`,
    blocks: [
      {
        kind: 'table',
        title: 'Witnesses',
        columns: ['Witness', 'Blocks cosigned', 'When', 'Problem'],
        rows: witnesses
          .slice(0, 50)
          .map(({ name, cosignedSize, cosignedAt, error }) => [
            { text: name },
            { text: String(cosignedSize) },
            { text: cosignedAt === undefined ? 'never' : spokenTime(cosignedAt) },
            { text: error ?? '' },
          ]),
        more: Math.max(0, witnesses.length - 50),
      },
    ],
  };
}

/** Answers with the text of the newest checkpoint. */
export async function answerCheckpoint(turn: Turn): Promise<Draft> {
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
