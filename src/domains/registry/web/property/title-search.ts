import { z } from 'zod';

export const titleViews = ['ownership', 'taxes', 'all'] as const;
export type TitleView = (typeof titleViews)[number];

/** The search parameters of a property's page. Invalid ones are ignored. */
export const PropertySearch = z.object({ title: z.enum(titleViews).optional().catch(undefined) });
