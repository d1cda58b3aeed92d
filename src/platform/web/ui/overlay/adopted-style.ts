import { useEffect } from 'react';

/**
 * Applies a style sheet while at least one user of it is mounted, without a <style> element: constructed sheets need no
 * `'unsafe-inline'` and no nonce, so `style-src 'self'` holds. Replaces `react-style-singleton` with the same interface
 * (the alias is in vite.config.ts). Radix's scroll lock is the only user.
 */
export function stylesheetSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | undefined;
  return {
    add(css: string) {
      if (users === 0) {
        sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets.push(sheet);
      }
      users += 1;
    },
    remove() {
      users -= 1;
      if (users === 0) {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
        sheet = undefined;
      }
    },
  };
}

export function styleHookSingleton() {
  const sheet = stylesheetSingleton();
  // biome-ignore lint/correctness/noComponentHookFactories: the library calls this once, at module level.
  return function useAdoptedStyle(css: string, isDynamic?: boolean) {
    // biome-ignore lint/correctness/useExhaustiveDependencies: a sheet that is not dynamic keeps its first text, as the original does.
    useEffect(() => {
      sheet.add(css);
      return () => sheet.remove();
    }, [css && isDynamic]);
  };
}

export function styleSingleton() {
  const useStyle = styleHookSingleton();
  // biome-ignore lint/correctness/noComponentHookFactories: as above.
  return function AdoptedStyle({ styles, dynamic }: { styles: string; dynamic?: boolean }) {
    useStyle(styles, dynamic);
    return null;
  };
}
