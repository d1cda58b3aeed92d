/** Billed properties, for domains that are paid or accept money and do not depend on the registry. */
export { registerBilled } from '#domains/registry/server/register.fixture.ts';
