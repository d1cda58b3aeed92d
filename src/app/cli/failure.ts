import { CommanderError } from 'commander';
import { AppError } from '#platform/contract/errors.ts';

/** A command's end that is not success, with what to say about it. */
export class Failure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCode;
  }
}

/** What to say about an error, and the exit code that goes with it. */
export function explain(error: unknown): { message: string | undefined; exitCode: number } {
  // Commander has written its own message already.
  if (error instanceof CommanderError) return { message: undefined, exitCode: error.exitCode === 0 ? 0 : 2 };
  if (error instanceof Failure) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof AppError)
    return { message: error.hint === undefined ? error.message : `${error.message} ${error.hint}`, exitCode: 1 };
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && path !== undefined) return { message: `There is no ${path}.`, exitCode: 2 };
  if (code === 'EACCES' && path !== undefined)
    return { message: `${path} may not be read or written by this user.`, exitCode: 2 };
  return { message: message ?? String(error), exitCode: 1 };
}
