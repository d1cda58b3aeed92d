import { createFileRoute } from '@tanstack/react-router';
import { Dashboard } from '../dashboard/dashboard.tsx';
import { DashboardSearch } from '../dashboard/dashboard-search.ts';

export const Route = createFileRoute('/dashboard')({ validateSearch: DashboardSearch, component: Dashboard });
