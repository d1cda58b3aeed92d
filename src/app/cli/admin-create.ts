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
    .description('make an account with the administrator’s mark')
    .argument('<username>', '3 to 32 of a-z, 0-9, - and _')
    .requiredOption('--email <address>', 'its e-mail address')
    .option('--password-stdin', 'read the password from standard input instead of asking for it')
    .action(async (username: string, options: { email: string; passwordStdin?: true }) => {
      const password = await readPassword(terminal, options.passwordStdin === true);
      await withWorkspace(terminal, ({ services }) =>
        createAdministrator(services.participants, { username, email: options.email, password }),
      );
      terminal.out(`${username} is an administrator now, and can sign in.`);
    });
};

async function readPassword(terminal: Terminal, fromInput: boolean): Promise<string> {
  if (fromInput) return (await terminal.readInput()).replace(/\r?\n$/, '');
  if (terminal.askSecret === undefined)
    throw new Failure('There is no terminal to ask for the password: give it with --password-stdin.', 2);
  const password = await terminal.askSecret('Password: ');
  if ((await terminal.askSecret('Once more: ')) !== password)
    throw new Failure('The two passwords differ. Try again.', 2);
  return password;
}
