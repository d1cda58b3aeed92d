// Runs before the first paint. It is a file of its own because a strict script-src forbids inline scripts, and a module
// would load too late.
//
// Sets the theme without a flash: the chosen one, otherwise the system's (theme.ts reads and writes the same key). A
// user with a stored session does not see content for visitors first: `returning` hides the landing page, and
// `signed-in` hides content for visitors of the prerendered page, until main.tsx removes it. Buttons of the prerendered
// page have no handlers yet: `earlyPress` stores the last pressed button, and whether one is being pressed, for
// main.tsx to repeat. Enter in a form presses its button. Submitting a form would reload the page and lose the input.
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

  const early = { button: null, isHeld: false };
  window.earlyPress = early;
  document.onpointerdown = () => {
    early.isHeld = true;
  };
  document.onpointerup = document.onpointercancel = () => {
    early.isHeld = false;
  };
  document.onclick = ({ target }) => {
    early.button = target.closest('button');
  };
  document.onsubmit = () => false;
})();
