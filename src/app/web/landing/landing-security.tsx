import { Link, type LinkProps } from '@tanstack/react-router';
import { linkClass } from '#domains/ledger/web/index.ts';
import { StatusLine } from './status-line.tsx';

type Fact = { readonly title: string; readonly text: string; readonly link: LinkProps; readonly words: string };

/** Facts of `docs/security.md`, each with the page that shows it. */
const facts: readonly Fact[] = [
  {
    title: 'A signed chain',
    text: 'SHA-256 links the blocks, and Ed25519 signs a checkpoint of the whole tree, at most once a second. No unverified block is ever signed.',
    link: { to: '/blockchain', search: { action: 'validate' } },
    words: 'See what is validated',
  },
  {
    title: 'Changes are noticed',
    text: 'The server continuously re-reads the chain against the signed checkpoints. Browsers remember the last one they verified.',
    link: { to: '/blockchain' },
    words: 'Verify any block',
  },
  {
    title: 'One permission table',
    text: 'Every route checks the same table of roles. A test calls every route as every role.',
    link: { to: '/role-demo' },
    words: 'See the permissions',
  },
  {
    title: 'Accounts that hold',
    text: 'Passwords are stored with argon2id. Passkeys and authenticator apps are supported, and sessions can be ended one by one.',
    link: { to: '/profile' },
    words: 'Set them up in your profile',
  },
  {
    title: 'No personal data on the chain',
    text: 'Blocks contain usernames and what happened to the goods. E-mail addresses stay in the account.',
    link: { to: '/api-docs' },
    words: 'See what each call returns',
  },
  {
    title: 'Nothing from elsewhere',
    text: 'Pages run no inline script and load nothing from other origins.',
    link: { to: '/api-docs', hash: 'post_add_event' },
    words: 'Call the API yourself',
  },
];

/** States the security properties, their gaps, and whether the server is ready now. */
export function LandingSecurity() {
  return (
    <section id="security" aria-labelledby="security-title" className="page-width scroll-mt-16 pb-16">
      <h2 id="security-title" className="text-24 sm:text-32">
        Security you can check
      </h2>
      <dl className="mt-8 grid gap-x-12 gap-y-8 border-t border-line pt-8 sm:grid-cols-2 lg:grid-cols-3">
        {facts.map(({ title, text, link, words }) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1.5">
              <p className="text-pretty text-muted">{text}</p>
              <Link {...link} className={`${linkClass} mt-2 inline-flex min-h-6 items-center text-14`}>
                {words}
              </Link>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-8 max-w-[72ch] text-pretty text-muted">
        Someone who controls the server, its key and all witnesses can rewrite the history. Everyone who holds a proof
        or an export from before would notice. Every chapter of OWASP ASVS 5, with the gaps, is in{' '}
        <code>docs/security.md</code>.
      </p>
      <StatusLine />
    </section>
  );
}
