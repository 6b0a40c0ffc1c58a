// Outgoing HTTP for URLs from strangers: an undici agent that checks the address it is about to dial, after the name was
// resolved and for each new connection. A name that resolves to another address the next time (DNS rebinding) gains
// nothing: the checked addresses themselves are dialled, and no name is resolved between check and call. The agent follows
// no redirects: callers check and request each hop.
import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import { SOURCE_LIMITS } from "../limits/sources.ts";
import { forbiddenHost, type NetworkPolicy, refusedAddressKind } from "./network-safety.ts";
import { parseAddress } from "./networks.ts";
import { type Resolver, resolveName } from "./resolve-name.ts";

export interface GuardedAgentOptions {
  /** `resolveName` where not given. */
  readonly resolve?: Resolver | undefined;
  /** From the first look-up to the end of the TLS handshake. */
  readonly connectTimeoutMs?: number;
  /** Longest wait for the response's headers, and for each next byte of its body. */
  readonly idleTimeoutMs?: number;
}

/**
 * The addresses of a host (a name or a literal address without brackets) that may be dialled, never none.
 * @throws AppError INVALID_REQUEST where all of them are refused, and the resolver's error where there are none.
 */
export async function resolveAllowed(
  hostname: string,
  policy: NetworkPolicy,
  resolve: Resolver = resolveName,
): Promise<readonly LookupAddress[]> {
  const literal = parseAddress(hostname);
  if (literal !== undefined) {
    assertAllowed(hostname, hostname, policy);
    return [{ address: hostname, family: hostname.includes(":") ? 6 : 4 }];
  }
  const addresses = await resolve(hostname);
  const allowed = addresses.filter(({ address }) => refusedAddressKind(address, policy) === undefined);
  const [first] = addresses;
  if (allowed.length === 0 && first !== undefined) assertAllowed(hostname, first.address, policy);
  if (allowed.length === 0) throw new Error(`The name ${hostname} has no address.`);
  return allowed;
}

/** The message leaves out what a name resolves to: it goes to clients, who could read internal zones with it. */
function assertAllowed(hostname: string, address: string, policy: NetworkPolicy): void {
  const kind = refusedAddressKind(address, policy);
  if (kind === undefined) return;
  const verb = hostname === address ? "is" : "resolves to";
  throw forbiddenHost(`The host ${hostname}`, `${verb} ${kind}`);
}

function guardedLookup(policy: NetworkPolicy, resolve: Resolver | undefined): LookupFunction {
  return (hostname, options, callback) => {
    resolveAllowed(hostname, policy, resolve).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true) callback(null, [...addresses]);
        else callback(null, first?.address ?? "", first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

/**
 * An agent that connects only where the policy allows. A refused address fails the request with AppError
 * INVALID_REQUEST before any packet is sent to it. Close or destroy the agent after use.
 */
export function createGuardedAgent(policy: NetworkPolicy, options: GuardedAgentOptions = {}): Agent {
  const idleTimeoutMs = options.idleTimeoutMs ?? SOURCE_LIMITS.idleTimeoutMs;
  const connect = buildConnector({
    timeout: options.connectTimeoutMs ?? SOURCE_LIMITS.connectTimeoutMs,
    autoSelectFamilyAttemptTimeout: SOURCE_LIMITS.addressTimeoutMs,
    lookup: guardedLookup(policy, options.resolve),
  });
  return new Agent({
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
    connect: (target, callback) => {
      const hostname = target.hostname.replace(/^\[(.*)\]$/, "$1");
      try {
        // A literal address is dialled without any look-up.
        if (parseAddress(hostname) !== undefined) assertAllowed(hostname, hostname, policy);
      } catch (error) {
        callback(error instanceof Error ? error : new Error(String(error)), null);
        return;
      }
      connect({ ...target, hostname }, callback);
    },
  });
}
