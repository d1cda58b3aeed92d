import { CommanderError } from 'commander';
import { AppError } from '#platform/contract/errors.ts';

/** An error that ends a command with a message and an exit code. */
export class Failure extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = 'Failure';
    this.exitCode = exitCode;
  }
}

/** Returns the message and exit code for an error. */
export function explain(error: unknown): { message: string | undefined; exitCode: number } {
  // Commander has already printed its message.
  if (error instanceof CommanderError) return { message: undefined, exitCode: error.exitCode === 0 ? 0 : 2 };
  if (error instanceof Failure) return { message: error.message, exitCode: error.exitCode };
  if (error instanceof AppError)
    return { message: error.hint === undefined ? error.message : `${error.message} ${error.hint}`, exitCode: 1 };
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && path !== undefined) return { message: `${path} does not exist.`, exitCode: 2 };
  if (code === 'EACCES' && path !== undefined)
    return { message: `This user may not read or write ${path}.`, exitCode: 2 };
  return { message: message ?? String(error), exitCode: 1 };
}
