/**
 * Takes the place of zod's JSON Schema modules in the browser's build (the aliases are in vite.config.ts). Schemas there are
 * for parsing only: their `toJSONSchema` methods return undefined.
 */
export const toJSONSchema = () => undefined;
export const createToJSONSchemaMethod = () => () => undefined;
export const createStandardJSONSchemaMethod = () => () => undefined;
