// Looks up the names of webhook receivers by asking the name servers directly, with a time bound. The system's own
// look-up blocks one of the few threads that the process shares with its files: four receivers whose name servers do
// not answer would stop every other look-up and every read of a file. It is asked only for names that the name servers
// answered and do not have, such as those of /etc/hosts or of a search domain.
import { promises as dns, type LookupAddress } from "node:dns";
import { WEBHOOK_LIMITS } from "../../shared/limits/webhooks.ts";
import type { Resolver } from "../../shared/network/guarded-agent.ts";

function addressesOf(settled: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return settled.status === "fulfilled" ? settled.value.map((address) => ({ address, family })) : [];
}

function timedOut(settled: PromiseSettledResult<string[]>): boolean {
  return settled.status === "rejected" && (settled.reason as NodeJS.ErrnoException).code === "ETIMEOUT";
}

/** All addresses of a name. @throws the resolver's error where there are none, or where no name server answers */
export const resolveReceiver: Resolver = async (hostname) => {
  const resolver = new dns.Resolver({
    timeout: WEBHOOK_LIMITS.resolveTimeoutMs,
    tries: WEBHOOK_LIMITS.resolveTries,
  });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
  if (addresses.length > 0) return addresses;
  const silent = [v4, v6].find(timedOut);
  if (silent?.status === "rejected") throw silent.reason;
  return await dns.lookup(hostname, { all: true });
};
