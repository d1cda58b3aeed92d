import type { PanelName } from './arrangement.ts';

export const panelTitles: Readonly<Record<PanelName, string>> = {
  activity: 'Recent Activity',
  health: 'Chain Health',
  attention: 'Needs attention',
  status: 'Assets by status',
  assistant: 'AI Assistant',
};
