import { useState } from 'react';

type Deferred<Module> = {
  /** The part's code, once it was asked for; until then show a plain button with `triggerProps`. */
  readonly module: Module | undefined;
  readonly triggerProps: { onPointerEnter: () => void; onFocus: () => void; onClick: () => void };
};

/**
 * Fetches the code behind a button when someone is about to need it: begins on hover and focus, and hands it over on the
 * click, so that the button that has the focus is not exchanged under the reader. The part then opens at once.
 */
export function useDeferred<Module>(load: () => Promise<Module>): Deferred<Module> {
  const [module, setModule] = useState<Module>();
  const prefetch = () => {
    // A failed fetch is tried again on the click, where it is told.
    load().catch(() => {});
  };
  const open = () => {
    void load().then((loaded) => setModule(() => loaded));
  };
  return { module, triggerProps: { onPointerEnter: prefetch, onFocus: prefetch, onClick: open } };
}
