import { createAdministrator } from '#domains/participants/server/index.ts';
import type { AddCommand } from './add-command.ts';
import { Failure } from './failure.ts';
import { withWorkspace } from './open-workspace.ts';
import type { Terminal } from './terminal.ts';

export const addAdminCreate: AddCommand = (program, terminal) => {
  program
    .command('admin')
    .description('manage administrators')
    .command('create')
    .description('create an administrator account')
    .argument('<username>', '3 to 32 of a-z, A-Z, 0-9, - and _')
    .requiredOption('--email <address>', 'the account’s e-mail address')
    .option('--password-stdin', 'read the password from standard input instead of prompting for it')
    .action(async (username: string, options: { email: string; passwordStdin?: true }) => {
      const password = await readPassword(terminal, options.passwordStdin === true);
      await withWorkspace(terminal, ({ services }) =>
        createAdministrator(services.participants, { username, email: options.email, password }),
      );
      terminal.out(`${username} is now an administrator and can sign in.`);
    });
};

async function readPassword(terminal: Terminal, fromInput: boolean): Promise<string> {
  if (fromInput) return (await terminal.readInput()).replace(/\r?\n$/, '');
  if (terminal.askSecret === undefined)
    throw new Failure('There is no terminal to prompt for the password. Use --password-stdin.', 2);
  const password = await terminal.askSecret('Password: ');
  if ((await terminal.askSecret('Repeat the password: ')) !== password)
    throw new Failure('The passwords do not match. Try again.', 2);
  return password;
}
