import { z } from 'zod';

/** A name for display. The server also refuses misleading characters; the check stays out of the first route. */
export const DisplayName = z.string().trim().max(120, 'Display name must be at most 120 characters');
