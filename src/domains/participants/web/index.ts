/** Participant components that other screens use: session, guards, badges and pickers. */
export { AccountMenu } from './account-menu.tsx';
export { AdminScreen } from './admin/admin-screen.tsx';
export { AdminSearch } from './admin/admin-search.ts';
export { Guard } from './guard.tsx';
export { ParticipantPage } from './participants/participant-page.tsx';
export { ParticipantsScreen } from './participants/participants-screen.tsx';
export { ParticipantSearch, ParticipantsSearch } from './participants/participants-search.ts';
export { refreshParticipants } from './participants/queries.ts';
export { tellNotRegistered, tellRegistered } from './participants/tell-registered.ts';
export { ProfileScreen } from './profile/profile-screen.tsx';
export { ProfileSearch } from './profile/profile-search.ts';
export { HolderBadge, RoleBadge } from './role-badge.tsx';
export { searchParticipants } from './search-participants.ts';
export { SignInHost } from './sign-in-host.tsx';
export { askToSignIn } from './sign-in-request.ts';
export { beforeSignOut } from './sign-out-guard.ts';
export { useAccountSwitch } from './use-account-switch.ts';
export { cachedUser, confirmSession, useSession } from './use-session.ts';
