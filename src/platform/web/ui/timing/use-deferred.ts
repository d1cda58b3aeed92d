import { useState } from 'react';
import { showToast } from '../feedback/toast-store.ts';

type Deferred<Module> = {
  /** The component's code once loaded; until then render a plain button with `triggerProps`. */
  readonly module: Module | undefined;
  readonly triggerProps: { onPointerEnter: () => void; onFocus: () => void; onClick: () => void };
};

/**
 * Loads the code behind a button shortly before it is needed. Loading starts on hover and focus, and the component is
 * swapped in on the click, so that the focused button is not replaced under the reader. The component then opens
 * immediately.
 */
export function useDeferred<Module>(load: () => Promise<Module>): Deferred<Module> {
  const [module, setModule] = useState<Module>();
  const prefetch = () => {
    // A failed load is tried again on the click, which reports a failure.
    load().catch(() => {});
  };
  const open = () => {
    load().then(
      (loaded) => setModule(() => loaded),
      () =>
        showToast({ tone: 'failure', title: "Couldn't Open It", description: 'Check the connection and try again.' }),
    );
  };
  return { module, triggerProps: { onPointerEnter: prefetch, onFocus: prefetch, onClick: open } };
}
