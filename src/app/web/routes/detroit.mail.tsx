import { createFileRoute } from '@tanstack/react-router';
import { MailLinkScreen, MailLinkSearch } from '#domains/registry/web/index.ts';

export const Route = createFileRoute('/detroit/mail')({
  validateSearch: MailLinkSearch,
  component: () => <MailLinkScreen search={Route.useSearch()} />,
});
