// Runs before the first paint. It is a file of its own because a strict script-src forbids inline scripts, and a module
// would load too late.
//
// No theme flashes: the chosen one, otherwise the system's (theme.ts reads and writes the same key). A user with a stored session
// does not see what is for visitors first: `returning` hides the landing page, `signed-in` what the prerendered page offers to
// visitors, until main.tsx removes it. Buttons of the prerendered page cannot answer yet: `earlyPress` keeps the last one that was
// pressed, and whether something is being pressed, for main.tsx to repeat. Enter in a form presses its button. A form that is
// submitted would load the page anew, without what was typed.
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
