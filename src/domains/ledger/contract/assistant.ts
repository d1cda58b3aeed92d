import { tool, type Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import { findBlock, readBlock, readChain } from './blocks.ts';
import { listKeys } from './keys.ts';
import { checkpoint } from './transparency-log.ts';
import { validateChain } from './validation.ts';
import { listWitnesses } from './witnesses.ts';

/** What the assistant may read of the ledger. */
export const tools = {
  read_chain: tool(readChain, 'Read blocks', 'The newest blocks, or how long the chain is.'),
  read_block: tool(readBlock, 'Read a block', 'One block by its number.'),
  find_block: tool(findBlock, 'Find a block', 'One block by its 64-digit hash.'),
  validate_chain: tool(
    validateChain,
    'Check the chain',
    'Whether the chain is intact, and how far it was checked and signed.',
  ),
  read_checkpoint: tool(checkpoint, 'Read the checkpoint', 'The newest signed checkpoint of the ledger, as text.'),
  list_witnesses: tool(listWitnesses, 'List witnesses', 'Who witnesses and cosigns the checkpoints, and how far.'),
  list_keys: tool(listKeys, 'List keys', 'The public keys that sign the checkpoints.'),
} as const;

/** What people call the parts of the ledger. */
export const vocabulary = [
  { noun: 'block', synonyms: ['blok'], fields: {} },
  {
    noun: 'chain',
    synonyms: ['blockchain', 'ledger'],
    fields: { length: ['length', 'long', 'height', 'tall', 'big'] },
  },
  { noun: 'checkpoint', synonyms: ['signed tree head', 'merkle root'], fields: {} },
] as const satisfies Vocabulary;
