import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// happy-dom computes no layout, so it has no scrolling into view either.
Element.prototype.scrollIntoView ??= () => {};

// A busy machine gets the time it needs; a passing test never waits for it.
configure({ asyncUtilTimeout: 15_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});
