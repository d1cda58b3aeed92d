/** What the assistant's screen lends to the pages of the app. */
export { ChatScreen } from './chat-screen.tsx';
export { ChatSearch } from './chat-search.ts';
