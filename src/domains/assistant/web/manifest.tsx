import { MessageCircle } from 'lucide-react';
import type { WebDomain } from '#platform/web/domain.ts';

export const assistantWeb: WebDomain = {
  name: 'assistant',
  navigation: [{ label: 'AI Assistant', to: '/chat', icon: MessageCircle, group: 'Platform', position: 50 }],
  shortcuts: [
    { keys: ['g', 'c'], label: 'AI Assistant', group: 'Go to', effect: { kind: 'go', way: { to: '/chat' } } },
  ],
  panels: [{ name: 'assistant', title: 'AI Assistant', position: 50, load: () => import('./assistant-panel.tsx') }],
};
