import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

/** Adds a command below another one. */
export type AddSubcommand = (parent: Command, terminal: Terminal) => void;

/** Adds a command to the program. `finish` sets the exit code of a command that completed but found a problem. */
export type AddCommand = (program: Command, terminal: Terminal, finish: (exitCode: number) => void) => void;
