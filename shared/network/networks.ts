// Addresses and CIDR networks: reading them from text, and whether one lies in the other. IPv4-mapped IPv6 addresses
// (::ffff:a.b.c.d) are IPv4 addresses here, everywhere, so that no list can be passed by another spelling of an address.
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { type Environment, readList, SettingError } from "../process/environment.ts";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network's address, whose host bits do not count, and the length of its prefix in bits. */
export interface Network {
  readonly address: Address;
  readonly prefixLength: number;
}

/** Reads an address in its strict form: ipaddr.js alone would take `10` or `0x7f.1` for one too. */
export function parseAddress(text: string): Address | undefined {
  return isIP(text) === 0 ? undefined : ipaddr.process(text.replace(/%.*$/s, ""));
}

/** Reads `10.0.0.0/8`, `fd00::/8` or a single address; undefined where the text is none of them. */
export function parseNetwork(text: string): Network | undefined {
  const [addressText = "", lengthText, ...rest] = text.split("/");
  const address = parseAddress(addressText);
  if (address === undefined || rest.length > 0) return undefined;
  // The prefix of a mapped network counts the 96 bits before the IPv4 address.
  const skippedBits = isIP(addressText) === 6 && address.kind() === "ipv4" ? 96 : 0;
  const bits = address.kind() === "ipv4" ? 32 : 128;
  if (lengthText === undefined) return { address, prefixLength: bits };
  const prefixLength = /^\d{1,3}$/.test(lengthText) ? Number(lengthText) - skippedBits : -1;
  return prefixLength >= 0 && prefixLength <= bits ? { address, prefixLength } : undefined;
}

/** Whether one of the networks holds the address. */
export function isInNetworks(address: Address, networks: readonly Network[]): boolean {
  return networks.some(
    (network) =>
      network.address.kind() === address.kind() && address.match(network.address, network.prefixLength),
  );
}

/** A comma-separated list of networks. @throws SettingError that names the variable and the entry. */
export function readNetworks(env: Environment, variable: string): Network[] {
  return readList(env, variable).map((text) => {
    const network = parseNetwork(text);
    if (network !== undefined) return network;
    throw new SettingError(variable, `must list networks such as 10.0.0.0/8 or fd00::/8, not "${text}".`);
  });
}
