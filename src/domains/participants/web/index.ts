/** What the participants' screens lend to others: who is signed in, who may come in, and how a participant looks. */
export { AccountMenu } from './account-menu.tsx';
export { Guard } from './guard.tsx';
export { RoleBadge } from './role-badge.tsx';
export { searchParticipants } from './search-participants.ts';
export { SignInHost } from './sign-in-host.tsx';
export { askToSignIn } from './sign-in-request.ts';
export { useSession } from './use-session.ts';
