/** Billed properties, for domains that are paid or take money and know nothing of the registry. */
export { registerBilled } from '#domains/registry/server/register.fixture.ts';
