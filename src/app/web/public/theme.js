// Runs before the first paint, so that no theme flashes (the chosen one, otherwise the system's) and a user with a
// stored session does not see what is for visitors first: `returning` hides the landing page, `signed-in` what the prerendered
// page offers to visitors. main.tsx removes the latter when the app itself knows better. It is a file of its own because a strict script-src forbids inline
// scripts, and a module would load too late. theme.ts reads and writes the same key.
(() => {
  let chosen = null;
  let signedIn = false;
  try {
    chosen = localStorage.getItem('theme');
    signedIn = localStorage.getItem('auth-token') !== null;
  } catch {
    // Storage may be blocked; use the system's theme.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
  document.documentElement.classList.toggle('returning', signedIn && location.pathname === '/');
  document.documentElement.classList.toggle('signed-in', signedIn);
})();
