/**
 * Replaces three parts of zod in the browser build (the aliases are in vite.config.ts). Schemas there only parse: their
 * `toJSONSchema` methods return undefined. Messages that people read come from `explainIssues`, so the English ones of zod
 * are left out. The memoizer guards against values that contain themselves, which neither JSON nor a form has.
 */
export const toJSONSchema = () => undefined;
export const createToJSONSchemaMethod = () => () => undefined;
export const createStandardJSONSchemaMethod = () => () => undefined;
export default () => ({ localeError: () => 'Invalid input' });
export const memoizer = () => undefined;
export const isBackEdge = () => false;
export const isRecursiveSchema = () => true;
