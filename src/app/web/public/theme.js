// Runs before the first paint, so that no theme flashes: the chosen one, else the system's; and that whoever comes back to
// the start page with a kept session does not see the landing page first. Kept outside the bundle because
// a strict script-src allows no inline script, and a module would come too late. theme.ts reads and writes the same key.
(() => {
  let chosen = null;
  let returning = false;
  try {
    chosen = localStorage.getItem('theme');
    returning = location.pathname === '/' && localStorage.getItem('auth-token') !== null;
  } catch {
    // Storage may be refused; the system's theme serves.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.classList.toggle('returning', returning);
})();
