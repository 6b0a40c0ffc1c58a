// Which addresses the appliance may call for strangers: public ones, and the networks that the operator names. What is not
// known to be public is refused, so that ranges nobody thought of are, too. The check of a URL in a request only gives the
// client an early answer, since its name may resolve to another address later; the protection is the same check at the
// time of the call, in guarded-agent.ts.
import type ipaddr from "ipaddr.js";
import { AppError } from "../errors.ts";
import type { Environment } from "../process/environment.ts";
import {
  type Address,
  isInNetworks,
  type Network,
  parseAddress,
  parseNetwork,
  readNetworks,
} from "./networks.ts";

export interface NetworkPolicy {
  /** Networks that may be called although they are not public. */
  readonly allowNetworks: readonly Network[];
}

/** The policy that `CLIPMILL_ALLOW_NETWORKS` describes; without it, public addresses only. @throws SettingError */
export function readNetworkPolicy(env: Environment): NetworkPolicy {
  return { allowNetworks: readNetworks(env, "CLIPMILL_ALLOW_NETWORKS") };
}

const RANGE_NAMES: Readonly<Record<string, string>> = {
  unspecified: "an unspecified address",
  broadcast: "a broadcast address",
  multicast: "a multicast address",
  linkLocal: "a link-local address",
  loopback: "a loopback address",
  carrierGradeNat: "a carrier-grade NAT address",
  private: "a private address",
  uniqueLocal: "a private address",
  "6to4": "a 6to4 address",
  teredo: "a Teredo address",
};
const OTHER_RANGE = "a reserved address";

function networks(...texts: string[]): Network[] {
  return texts.flatMap((text) => parseNetwork(text) ?? []);
}

/** The only IPv6 space that IANA has given out for global unicast; `::a.b.c.d` and the like lie outside it. */
const GLOBAL_UNICAST = networks("2000::/3");
/** The well-known NAT64 prefix (RFC 6052): its last 32 bits are the IPv4 address that will be called. */
const NAT64 = networks("64:ff9b::/96");
/** Azure's host agent answers virtual machines on a public address, and gives out their secrets. */
const CLOUD_HOSTS = networks("168.63.129.16");

/**
 * Why an address may not be called, such as "a private address", or undefined where it may. A text that is no IP
 * address at all is refused.
 */
export function refusedAddressKind(text: string, policy: NetworkPolicy): string | undefined {
  const address = parseAddress(text);
  if (address === undefined) return "not an IP address";
  return refusal(address, policy);
}

function refusal(address: Address, policy: NetworkPolicy): string | undefined {
  if (isInNetworks(address, policy.allowNetworks)) return undefined;
  if (isInNetworks(address, NAT64)) return refusal(embeddedIpv4(address), policy);
  if (isInNetworks(address, CLOUD_HOSTS)) return OTHER_RANGE;
  const range: string = address.range();
  if (range !== "unicast") return RANGE_NAMES[range] ?? OTHER_RANGE;
  return address.kind() === "ipv4" || isInNetworks(address, GLOBAL_UNICAST) ? undefined : OTHER_RANGE;
}

function embeddedIpv4(address: Address): ipaddr.IPv4 | ipaddr.IPv6 {
  const lastBytes = address.toByteArray().slice(-4).join(".");
  return parseAddress(lastBytes) ?? address;
}

const NOT_ALLOWED = "which is not allowed unless an operator lists its network in CLIPMILL_ALLOW_NETWORKS";

/** What a request hears whose host may not be called, and who can change that. */
export function forbiddenHost(host: string, kind: string): AppError {
  return new AppError("INVALID_REQUEST", `${host} ${kind}, ${NOT_ALLOWED}.`);
}

/** The host of a URL as an address or a name, without the brackets of IPv6 and the dot of the root zone. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

/**
 * What can be known to be wrong with a URL without resolving its name, as what a sentence says of it: http or https, no
 * credentials, no port 0, no refused address in any spelling (the URL parser turns `0x7f.1` and `2130706433` into
 * 127.0.0.1), no `localhost`.
 */
export function describeUrlFault(text: string, policy: NetworkPolicy): string | undefined {
  if (!URL.canParse(text)) return "is malformed: it must be whole, such as https://example.com/talk.mp4";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "must start with http:// or https://";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or a password";
  if (url.port === "0") return "must not have the port 0";
  const host = hostOf(url);
  // RFC 6761: every resolver answers these names with loopback addresses.
  const literal = /(^|\.)localhost$/.test(host) ? "127.0.0.1" : host;
  if (parseAddress(literal) === undefined) return undefined;
  const kind = refusedAddressKind(literal, policy);
  return kind === undefined ? undefined : `has the host ${host}: it is ${kind}, ${NOT_ALLOWED}`;
}

/** The URL, if `describeUrlFault` finds none in it. @throws AppError INVALID_REQUEST that says what is wrong */
export function checkPublicUrl(text: string, policy: NetworkPolicy): URL {
  const fault = describeUrlFault(text, policy);
  if (fault !== undefined) throw new AppError("INVALID_REQUEST", `The URL ${fault}.`);
  return new URL(text);
}
