// Looks up names that strangers give: in the system's file of hosts, then at the name servers themselves, with its list
// of domains to search, under a time bound. The system's own look-up (getaddrinfo) holds a thread for as long as it
// takes, and Node lets two be made at once in the whole process: two names whose servers are silent would stop every
// other one, those of the bucket and the database too. It is asked for names alone that the name servers do not have,
// such as those of mDNS, and one at a time, so that the other thread stays free.
import { promises as dns, type LookupAddress } from "node:dns";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { errorCode } from "../error-message.ts";
import { NAME_LIMITS } from "../limits/names.ts";

/** All addresses of a name. */
export type Resolver = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface ResolverOptions {
  /** Addresses of name servers, those of the system where not given. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
  readonly configFile?: string;
  /** The system's own look-up. */
  readonly askSystem?: Resolver;
}

type Codes = ReadonlySet<string | undefined>;

/** Answers that a name is not there. */
const MISSING: Codes = new Set(["ENOTFOUND", "ENODATA"]);
/** Where the system's own look-up may know more, and is not slow: there may be no name server at all. */
const ASKS_SYSTEM: Codes = new Set([...MISSING, "ECONNREFUSED"]);
/** What does not keep the system from the next domain that is searched. */
const SEARCHES_ON: Codes = new Set([...MISSING, "ESERVFAIL"]);

/** A system without the file has no such settings. */
async function readLines(path: string): Promise<string[][]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split("\n").map((line) =>
    line
      .replace(/[#;].*/, "")
      .trim()
      .split(/\s+/),
  );
}

async function findInHosts(path: string, hostname: string): Promise<LookupAddress[]> {
  const wanted = hostname.toLowerCase();
  return (await readLines(path)).flatMap(([address = "", ...names]) => {
    const family = isIP(address);
    return family !== 0 && names.some((name) => name.toLowerCase() === wanted) ? [{ address, family }] : [];
  });
}

/** What the system asks its name servers for, in its order: resolv.conf(5). */
async function searchedNames(path: string, hostname: string): Promise<string[]> {
  if (hostname.endsWith(".")) return [hostname];
  const lines = await readLines(path);
  const [, ...domains] = lines.findLast(([key = ""]) => key === "search" || key === "domain") ?? [];
  const options = lines.flatMap(([key, ...values]) => (key === "options" ? values : []));
  const minDots = Number(
    /^ndots:(\d+)$/.exec(options.findLast((one) => one.startsWith("ndots:")) ?? "")?.[1] ?? 1,
  );
  const within = domains.map((domain) => `${hostname}.${domain}`);
  const dots = hostname.split(".").length - 1;
  return dots >= minDots ? [hostname, ...within] : [...within, hostname];
}

function addressesOf(settled: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return settled.status === "fulfilled" ? settled.value.map((address) => ({ address, family })) : [];
}

async function askServers(name: string, servers: readonly string[] | undefined): Promise<LookupAddress[]> {
  const resolver = new dns.Resolver({ timeout: NAME_LIMITS.serverTimeoutMs, tries: NAME_LIMITS.tries });
  if (servers !== undefined) resolver.setServers(servers);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = [...addressesOf(v4, 4), ...addressesOf(v6, 6)];
  if (addresses.length > 0) return addresses;
  const failures = [v4, v6].flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  throw failures.find((failure) => !MISSING.has(errorCode(failure))) ?? failures[0];
}

/** Asks for the names in turn. @throws the first failure that is not for want of a name, else the last one */
async function askInTurn(
  names: readonly string[],
  servers: readonly string[] | undefined,
): Promise<LookupAddress[]> {
  let failed: unknown;
  for (const name of names) {
    try {
      return await askServers(name, servers);
    } catch (error) {
      if (!SEARCHES_ON.has(errorCode(error))) throw error;
      if (failed === undefined || MISSING.has(errorCode(failed))) failed = error;
    }
  }
  throw failed;
}

/** Makes one look-up at a time; the failure is what those are told for whom there is no room, or no time. */
function oneAtATime(resolve: Resolver): (hostname: string, failure: unknown) => ReturnType<Resolver> {
  let waiting = 0;
  let before: Promise<unknown> = Promise.resolve();
  return async (hostname, failure) => {
    if (waiting >= NAME_LIMITS.waitingForSystem) throw failure;
    waiting += 1;
    const askedAt = performance.now();
    const answer = before.then(() => {
      waiting -= 1;
      if (performance.now() - askedAt > NAME_LIMITS.systemWaitMs) throw failure;
      return resolve(hostname);
    });
    before = answer.catch(() => undefined);
    return await answer;
  };
}

/** A resolver of its own; all look-ups of a process but those of tests go through `resolveName`. */
export function createResolver(options: ResolverOptions = {}): Resolver {
  const { servers, hostsFile = "/etc/hosts", configFile = "/etc/resolv.conf" } = options;
  const askSystem = oneAtATime(options.askSystem ?? ((hostname) => dns.lookup(hostname, { all: true })));
  return async (hostname) => {
    const known = await findInHosts(hostsFile, hostname);
    if (known.length > 0) return known;
    try {
      return await askInTurn(await searchedNames(configFile, hostname), servers);
    } catch (error) {
      if (!ASKS_SYSTEM.has(errorCode(error))) throw error;
      return await askSystem(hostname, error);
    }
  };
}

/** All addresses of a name. @throws an error with a code where there are none, or where no name server answers */
export const resolveName: Resolver = createResolver();
