/**
 * Unsent input, as text by name. It lasts as long as the tab, so that changing a view, closing a dialog or reloading
 * loses nothing. A name includes the account, so that another account that signs in here does not get it.
 */
export const unsent = {
  read(name: string): string | undefined {
    try {
      return sessionStorage.getItem(keyOf(name)) ?? memory.get(name);
    } catch {
      return memory.get(name);
    }
  },
  keep(name: string, text: string): void {
    memory.set(name, text);
    try {
      sessionStorage.setItem(keyOf(name), text);
      memory.delete(name);
    } catch {
      // Without storage it lasts as long as the page.
    }
  },
  drop(name: string): void {
    memory.delete(name);
    try {
      sessionStorage.removeItem(keyOf(name));
    } catch {
      // Without storage there is nothing to remove.
    }
  },
};

const keyOf = (name: string) => `unsent:${name}`;
const memory = new Map<string, string>();
