import { logout, me } from './contract/accounts.ts';
import {
  administrationTotals,
  adminLog,
  changeAccount,
  confirmIdentifier,
  endSessionsOf,
  listAccounts,
  makeResetLink,
  readAccount,
  removeFactors,
} from './contract/administration.ts';
import {
  participantStats,
  participantsList,
  participantsMap,
  readParticipant,
  updateParticipant,
} from './contract/participants.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  listPasskeys,
  passkeySignIn,
  removePasskey,
} from './contract/passkeys.ts';
import {
  endOtherSessions,
  endSession,
  exportOwnData,
  listSessions,
  resetPassword,
  securityLog,
} from './contract/profile.ts';
import {
  beginTotp,
  confirmTotp,
  disableTotp,
  readSecondFactors,
  renewRecoveryCodes,
  stepUp,
} from './contract/second-factors.ts';
import { login, register, setPassword } from './contract/sign-in.ts';

export * from './contract/accounts.ts';
export * from './contract/administration.ts';
export * from './contract/assistant.ts';
export * from './contract/capabilities.ts';
export { fromDigitalLink, lotInLink } from './contract/identifiers/digital-link.ts';
export * from './contract/participant-words.ts';
export * from './contract/participants.ts';
export * from './contract/passkey.ts';
export * from './contract/passkeys.ts';
export * from './contract/profile.ts';
export * from './contract/roles.ts';
export * from './contract/second-factors.ts';
export * from './contract/sign-in.ts';

export const routes = [
  login,
  register,
  me,
  logout,
  setPassword,
  resetPassword,
  stepUp,
  readSecondFactors,
  beginTotp,
  confirmTotp,
  disableTotp,
  renewRecoveryCodes,
  listPasskeys,
  beginPasskey,
  addPasskey,
  removePasskey,
  beginPasskeySignIn,
  passkeySignIn,
  listSessions,
  endSession,
  endOtherSessions,
  securityLog,
  exportOwnData,
  participantsMap,
  participantsList,
  participantStats,
  readParticipant,
  updateParticipant,
  administrationTotals,
  listAccounts,
  readAccount,
  changeAccount,
  confirmIdentifier,
  endSessionsOf,
  makeResetLink,
  removeFactors,
  adminLog,
] as const;
