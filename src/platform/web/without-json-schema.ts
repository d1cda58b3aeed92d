/**
 * Replaces zod's JSON Schema modules in the browser build (the aliases are in vite.config.ts). Schemas there only parse:
 * their `toJSONSchema` methods return undefined.
 */
export const toJSONSchema = () => undefined;
export const createToJSONSchemaMethod = () => () => undefined;
export const createStandardJSONSchemaMethod = () => () => undefined;
