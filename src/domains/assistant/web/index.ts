/** Assistant screens that the pages of the app use. */
export { ChatScreen } from './chat-screen.tsx';
export { ChatSearch } from './chat-search.ts';
