/**
 * Replaces two parts of zod in the browser build (the aliases are in vite.config.ts). Schemas there only parse: their
 * `toJSONSchema` methods return undefined. Messages that people read come from `explainIssues`, so the English ones of zod
 * are left out.
 */
export const toJSONSchema = () => undefined;
export const createToJSONSchemaMethod = () => () => undefined;
export const createStandardJSONSchemaMethod = () => () => undefined;
export default () => ({ localeError: () => 'Invalid input' });
