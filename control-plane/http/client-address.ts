// The address of the client behind a request. By the specification it is the first one in `x-forwarded-for` when that
// header is present. An operator who names the trusted proxies closes the obvious hole in that rule: then the header
// is believed only from those peers, and the last address in it that is not a proxy's own counts.
import type { Request } from "hyper-express";
import { HTTP_LIMITS } from "../../shared/limits/requests.ts";
import { type Address, isInNetworks, type Network, parseAddress } from "../../shared/network/networks.ts";

const UNKNOWN_ADDRESS = "0.0.0.0";

/** An address as proxies write it: some add its port, as Azure's Application Gateway does, for which IPv6 has brackets. */
function parse(text: string): Address | undefined {
  const [, address] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text.trim())?.filter(Boolean) ?? [];
  return parseAddress(address ?? text.trim());
}

const FORWARDED_FOR = "x-forwarded-for";

/**
 * The request's x-forwarded-for as one list. Some proxies add a line instead of continuing the one there is, and of several
 * lines a request's `headers` keep the last. Only as long as the request is being handed over: then its lines are gone.
 */
export function readForwardedFor({ headers, raw }: Request): string | undefined {
  if (headers[FORWARDED_FOR] === undefined) return undefined;
  const lines: string[] = [];
  raw.forEach((name: string, value: string) => {
    if (name === FORWARDED_FOR) lines.push(value);
  });
  return lines.join(",");
}

/**
 * The client's address in canonical text (IPv4-mapped addresses as IPv4).
 * @param peer address of the socket's other end
 * @param trustedProxies null where the operator named none
 */
function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trustedProxies: readonly Network[] | null,
): string {
  const socket = parse(peer);
  const socketText = socket?.toString() ?? UNKNOWN_ADDRESS;
  if (forwardedFor === undefined) return socketText;
  if (trustedProxies === null) return parse(forwardedFor.split(",", 1)[0] ?? "")?.toString() ?? socketText;
  if (socket === undefined || !isInNetworks(socket, trustedProxies)) return socketText;
  return beforeProxies(forwardedFor, trustedProxies)?.toString() ?? socketText;
}

/**
 * The last address of a list that is no trusted proxy's; undefined where that is no address, or where nobody else is found.
 * Read from its end, and no further than needed: what stands before may be a client's own, and long.
 */
function beforeProxies(forwardedFor: string, trustedProxies: readonly Network[]): Address | undefined {
  let end = forwardedFor.length;
  for (let proxies = 0; end >= 0 && proxies <= HTTP_LIMITS.proxies; proxies += 1) {
    const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(",", end - 1);
    const address = parse(forwardedFor.slice(comma + 1, end));
    if (address === undefined || !isInNetworks(address, trustedProxies)) return address;
    end = comma;
  }
  return undefined;
}

/** Finds the client behind a request: the socket's peer and the header in, canonical text out. */
export type ClientAddress = (peer: string, forwardedFor: string | undefined) => string;

/** Addresses repeat from request to request, and parsing them costs more than remembering a few. */
const REMEMBERED = 4_096;
/** A longer list is a stranger's own, and not remembered: a header may have 16 KiB. */
const REMEMBERED_LENGTH = 256;

/** `clientAddress` for one server's proxies, with a bounded memory. */
export function rememberClientAddresses(trustedProxies: readonly Network[] | null): ClientAddress {
  const known = new Map<string, string>();
  return (peer, forwardedFor) => {
    const name = forwardedFor === undefined ? peer : `${peer} ${forwardedFor}`;
    const remembered = known.get(name);
    if (remembered !== undefined) return remembered;
    const address = clientAddress(peer, forwardedFor, trustedProxies);
    if (name.length > REMEMBERED_LENGTH) return address;
    if (known.size >= REMEMBERED) known.clear();
    known.set(name, address);
    return address;
  };
}
