/** The tables that only the ledger may name in SQL. */
export const LEDGER_TABLES = [
  'block_hashes',
  'blocks',
  'checkpoint_cosignatures',
  'checkpoints',
  'ledger_head',
  'ledger_validations',
  'ledger_verifier',
  'ledger_witnesses',
  'merkle_tiles',
] as const;

/** The views through which other domains read blocks. */
export const LEDGER_VIEWS = ['ledger_blocks', 'ledger_length'] as const;

/** The functions behind triggers, partitions, and the columns of views. */
export const LEDGER_FUNCTIONS = ['ledger_block_domain', 'ledger_make_partitions', 'ledger_refuse_change'] as const;
