export { hasWrongCheckDigit } from '../contract/identifiers/digital-link.ts';
export { hasSpellings, inOneSpelling } from '../contract/identifiers/uri-spelling.ts';
export {
  findById,
  findByUsername,
  findIdsBeginning,
  findParticipants,
  findUsernames,
  insertAccount,
  readManaged,
  readManagers,
  resolveUsername,
} from './accounts.ts';
export type { Allowance, Allowances, Demand, Release } from './allowances.ts';
export { createAdministrator } from './create-administrator.ts';
/** @public For assets held on behalf of an account: shares, cash. */
export { custodialAddress } from './custodial-address.ts';
export { digestLog, findLogEnd, type LogDigest, type OutsideLog, outsideLogs } from './digest-logs.ts';
export type { Directory } from './directory.ts';
export type { ExportPart } from './export-own-data.ts';
export { canonicalParty } from './identifiers/canonical-party.ts';
export { canonicalGs1Key, canonicalIdentifier, glnOf, hashedGs1Key, lotOf, shortForm } from './identifiers/gs1-keys.ts';
export { insertIdentifiers } from './identifiers/identifier-rows.ts';
export { type Resolution, resolveIdentifiers } from './identifiers/resolve-identifiers.ts';
export { openParticipants, type Participants } from './open-participants.ts';
export { countParticipants, findParticipant } from './participants.ts';
export { readTeam, type TeamAccount } from './read-team.ts';
export { makeResetToken } from './reset-password.ts';
export { hasFactorKey } from './second-factors/find-factor-key.ts';
export { deleteSecurityEvents, SECURITY_LOG_DAYS } from './security-log.ts';
export type { SignedIn as Account } from './sessions.ts';
export { beginManaging, endManaging, readManagersOfSignIns } from './set-manager.ts';
export { noSuchParticipant } from './update-participant.ts';
