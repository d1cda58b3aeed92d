/** Returns why a request with `fetch` failed, as a sentence about the remote server. */
export function explainFailure(error: unknown, timeoutMilliseconds: number): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `It did not respond within ${timeoutMilliseconds / 1000} seconds.`;
  if (name === 'AbortError') return 'The server stopped before it responded.';
  return `It could not be reached: ${cause?.code ?? cause?.message ?? message}.`;
}
