import { login, logout, me, register, setPassword } from './contract/accounts.ts';
import {
  administrationTotals,
  adminLog,
  changeAccount,
  endSessionsOf,
  listAccounts,
  makeResetLink,
  readAccount,
} from './contract/administration.ts';
import {
  participantStats,
  participantsList,
  participantsMap,
  readParticipant,
  updateParticipant,
} from './contract/participants.ts';
import {
  endOtherSessions,
  endSession,
  exportOwnData,
  listSessions,
  resetPassword,
  securityLog,
} from './contract/profile.ts';

export * from './contract/accounts.ts';
export * from './contract/administration.ts';
export * from './contract/assistant.ts';
export * from './contract/capabilities.ts';
export * from './contract/participants.ts';
export * from './contract/profile.ts';
export * from './contract/roles.ts';

export const routes = [
  login,
  register,
  me,
  logout,
  setPassword,
  resetPassword,
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
  endSessionsOf,
  makeResetLink,
  adminLog,
] as const;
