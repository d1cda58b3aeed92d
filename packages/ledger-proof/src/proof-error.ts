/** Why something was refused. The union is closed: a switch over it can be checked for completeness. */
export type ProofErrorCode =
  | 'block_hash_mismatch'
  | 'block_malformed'
  | 'checkpoint_malformed'
  | 'checkpoint_origin_mismatch'
  | 'checkpoint_quorum_missing'
  | 'encoding_invalid'
  | 'entry_malformed'
  | 'entry_too_large'
  | 'hash_malformed'
  | 'index_out_of_range'
  | 'json_invalid'
  | 'json_not_canonical'
  | 'key_change_invalid'
  | 'key_malformed'
  | 'note_malformed'
  | 'proof_malformed'
  | 'request_malformed'
  | 'root_mismatch'
  | 'signature_invalid'
  | 'signature_missing'
  | 'signer_failed'
  | 'size_out_of_range'
  | 'subtree_misaligned'
  | 'tile_malformed'
  | 'tile_path_malformed'
  | 'verifier_failed';

/**
 * The only error this package raises, whatever bytes it is given.
 * `code` says why, `message` may be shown to a user, `cause` keeps what was caught, for operators. `index` is that of the
 * block that is at fault, where it is one of several.
 */
export class ProofError extends Error {
  readonly code: ProofErrorCode;
  readonly index?: number;

  constructor(code: ProofErrorCode, message: string, options?: ErrorOptions & { readonly index?: number }) {
    super(message, options);
    this.name = 'ProofError';
    this.code = code;
    if (options?.index !== undefined) this.index = options.index;
  }
}
