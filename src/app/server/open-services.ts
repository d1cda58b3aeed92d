import { domains, type OpenDomains } from './domains.ts';
import { type Core, type CoreOptions, openCore } from './open-core.ts';

/** The product without its HTTP face: what the server mounts and the command line works with. */
export type Services = Core & { readonly domains: OpenDomains };

/** Opens everything on a migrated database. */
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
