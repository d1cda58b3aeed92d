import { Link } from '@tanstack/react-router';

/** Explains how the owner of a property gets into the portal. Residents cannot sign up by themselves, because the city decides who is one. */
export const BecomeResident = ({ username }: { username: string }) => (
  <section aria-labelledby="become-resident" className="mx-auto max-w-112 px-6 pb-16">
    <h2 id="become-resident" className="font-semibold">
      Do you own property in the city?
    </h2>
    <ol className="mt-2 list-decimal space-y-1 pl-5">
      <li>
        Ask the city to make your account <strong className="wrap-anywhere">{username}</strong> a resident's account. An
        administrator does it.
      </li>
      <li>
        Open this page again, and enter the code of the city's letter. It stays valid until the day in the letter.
      </li>
    </ol>
    <p className="mt-3">
      You need neither account nor code to{' '}
      <Link to="/detroit/pay" className="font-medium underline">
        pay a bill by its number
      </Link>
      .
    </p>
  </section>
);
