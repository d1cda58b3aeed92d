/** Returns a sentence about a field without its name in the API, which the field's label replaces. */
export const besideField = (name: string, message: string): string =>
  message.startsWith(`${name} `) ? `This ${message.slice(name.length + 1)}` : message;

/** Returns the name by which messages refer to the field at a pointer into the body. */
export const dotted = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');
