import { createFileRoute, notFound } from '@tanstack/react-router';
import { lazy } from 'react';

// Every component in all its states, for developers. A production build contains neither the page nor its code.
const Gallery = import.meta.env.DEV ? lazy(() => import('../gallery/gallery.tsx')) : () => null;

export const Route = createFileRoute('/ui')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound();
  },
  component: () => <Gallery />,
});
