/** Reports whether passkeys work here: the browser has them, and the page is not at an IP address, which WebAuthn refuses. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^(\d+\.){3}\d+$|^\[/.test(window.location.hostname);

/** Reports whether the user closed the browser's prompt, which is not a failure to show. */
export const isPromptClosed = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
