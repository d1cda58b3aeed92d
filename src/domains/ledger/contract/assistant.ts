import { tool, type Vocabulary } from '#platform/contract/assistant-vocabulary.ts';
import { findBlock, readBlock, readChain } from './blocks.ts';
import { listKeys } from './keys.ts';
import { checkpoint } from './transparency-log.ts';
import { validateChain } from './validation.ts';
import { listWitnesses } from './witnesses.ts';

/** Declares the ledger tools of the assistant. */
export const tools = {
  read_chain: tool(readChain, 'Read blocks', 'Reads the newest blocks and the length of the chain.'),
  read_block: tool(readBlock, 'Read a block', 'Reads one block by its number.'),
  find_block: tool(findBlock, 'Find a block', 'Reads one block by its 64-digit hash.'),
  validate_chain: tool(
    validateChain,
    'Check the chain',
    'Reports whether the chain is intact, and how much of it is checked and signed.',
  ),
  read_checkpoint: tool(checkpoint, 'Read the checkpoint', 'The newest signed checkpoint of the ledger, as text.'),
  list_witnesses: tool(
    listWitnesses,
    'List witnesses',
    'Lists the witnesses that cosign checkpoints, and how far each has got.',
  ),
  list_keys: tool(listKeys, 'List keys', 'The public keys that sign the checkpoints.'),
} as const;

/** The words with which questions refer to the ledger. */
export const vocabulary = [
  {
    noun: 'block',
    synonyms: ['blok', 'block number'],
    fields: {
      hash: ['hash', 'fingerprint', 'checksum', 'digest'],
      participant: ['author', 'writer', 'originator', 'signatory'],
      previous: ['previous hash', 'prev hash', 'parent hash', 'hash of the previous block'],
      data: ['data', 'content', 'payload'],
    },
  },
  {
    noun: 'chain',
    synonyms: ['blockchain', 'ledger'],
    fields: {
      length: ['length', 'height', 'long', 'tall'],
      validity: [
        'valid',
        'intact',
        'integrity',
        'integrity check',
        'integrity check result',
        'tamper',
        'trustworthy',
        'broken',
        'corrupt',
        'corrupted',
        'manipulated',
        'altered',
        'consistent',
        'forged',
        'validity',
        'verified',
        'in order',
        'validate',
        'damaged',
        'unbroken',
        'unaltered',
        'unchanged',
        'untouched',
        'genuine',
        'authentic',
        'falsified',
        'fake',
        'faked',
        'trust',
        'trusted',
        'can i trust',
        'can we trust',
        'can i rely on',
        'can we rely on',
        'reliable',
        'soundness',
      ],
    },
  },
  { noun: 'checkpoint', synonyms: ['signed tree head', 'merkle root'], fields: {} },
  { noun: 'witness', synonyms: ['cosigner', 'cosignature'], fields: { cosigned: ['cosign', 'cosigned'] } },
  { noun: 'key', synonyms: ['public key', 'verifier key', 'vkey', 'signing key'], fields: {} },
] as const satisfies Vocabulary;
