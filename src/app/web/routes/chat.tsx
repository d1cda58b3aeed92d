import { createFileRoute } from '@tanstack/react-router';
import { ChatScreen, ChatSearch } from '#domains/assistant/web/index.ts';

export const Route = createFileRoute('/chat')({
  validateSearch: ChatSearch,
  component: () => <ChatScreen search={Route.useSearch()} />,
});
