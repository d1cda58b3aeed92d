// Runs before the first paint, so that no theme flashes (the chosen one, otherwise the system's) and a visitor with a
// stored session does not see the landing page first. It is a file of its own because a strict script-src forbids inline
// scripts, and a module would load too late. theme.ts reads and writes the same key.
(() => {
  let chosen = null;
  let returning = false;
  try {
    chosen = localStorage.getItem('theme');
    returning = location.pathname === '/' && localStorage.getItem('auth-token') !== null;
  } catch {
    // Storage may be blocked; use the system's theme.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.classList.toggle('returning', returning);
})();
