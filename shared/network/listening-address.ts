// The addresses on which a process listens, and those under which it is then reached.
import { networkInterfaces } from "node:os";
import { parseAddress } from "./networks.ts";

/** Whether this is 0.0.0.0 or ::, on which one can listen but to which nobody can be sent. */
export function isUnspecified(host: string): boolean {
  return parseAddress(host.replace(/^\[|\]$/g, ""))?.range() === "unspecified";
}

/** Whether this names the machine itself; an IPv6 address may stand in brackets. */
export function isLoopbackHost(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return parseAddress(host.replace(/^\[|\]$/g, ""))?.range() === "loopback";
}

/** Where this machine is reached under the address on which it listens. */
export function reachableHost(listeningHost: string): string {
  if (!isUnspecified(listeningHost)) return listeningHost;
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outside = addresses.filter(({ internal, scopeid }) => !internal && (scopeid ?? 0) === 0);
  const preferred = outside.find(({ family }) => family === "IPv4") ?? outside[0];
  return preferred?.address ?? "127.0.0.1";
}

/** `http://host:port`, with an IPv6 address in brackets. */
export function httpUrl(host: string, port: number, scheme: "http" | "https" = "http"): string {
  return `${scheme}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
