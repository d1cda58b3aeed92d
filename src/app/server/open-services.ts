import { domains, type OpenDomains } from './domains.ts';
import { type Core, type CoreOptions, openCore } from './open-core.ts';

/** The product without its HTTP interface, for the server to mount and the command line to use. */
export type Services = Core & { readonly domains: OpenDomains };

/** Opens all services on a migrated database. */
export async function openServices(options: CoreOptions): Promise<Services> {
  const core = await openCore(options);
  try {
    const open = [];
    for (const domain of domains) open.push(await domain.open(core));
    return { ...core, domains: open };
  } catch (error) {
    await core.stop();
    throw error;
  }
}
