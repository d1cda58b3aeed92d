import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// happy-dom computes no layout, so it cannot scroll into view either.
Element.prototype.scrollIntoView ??= () => {};

// A busy machine gets enough time; a passing test never waits for it.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});
