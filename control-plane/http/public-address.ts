// How clients reach this control plane: what links begin with. Where no setting says it, a link begins as the request
// was addressed that asks for it, so that it works for whoever reads it; a listening address such as 0.0.0.0 works for
// nobody. Handing the address down through every view was rejected: most of them do not know of requests.
import { AsyncLocalStorage } from "node:async_hooks";
import { AppError } from "../../shared/errors.ts";
import { isForeignHostName } from "../../shared/network/host-name.ts";
import { isUnspecified } from "../../shared/network/listening-address.ts";
import { isInNetworks, type Network, parseAddress } from "../../shared/network/networks.ts";

export interface AddressedRequest {
  /** The socket's other end. */
  readonly peer: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PublicAddress {
  /** Without a slash at the end. */
  readonly publicUrl: string;
  /** Does a request's work: within it `publicUrl` is the address to which the request was sent. */
  during<T>(request: AddressedRequest, work: () => T): T;
  /** The address to which a request was sent, whatever the setting says; without a slash at the end. */
  arrivalOf(request: AddressedRequest): string;
  /** @throws AppError FORBIDDEN for what a web page sent to this machine by a name of its own */
  refuseForeignHostName(request: AddressedRequest): void;
}

export type Scheme = "http" | "https";

export interface PublicAddressOptions {
  /** What this server speaks. */
  readonly scheme: Scheme;
  /** The setting, which counts before all else. */
  readonly publicUrl: string | null;
  readonly trustedProxies: readonly Network[] | null;
  /** Whether it listens for this machine alone. */
  readonly isLocal: boolean;
  /** For links that no request asks for, such as those in webhooks. */
  readonly ownUrl: () => string;
}

const HOST_PATTERN = /^(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?)(?::\d{1,5})?$/i;

function isFromProxy({ peer }: AddressedRequest, trustedProxies: readonly Network[] | null): boolean {
  const socket = parseAddress(peer);
  return socket !== undefined && trustedProxies !== null && isInNetworks(socket, trustedProxies);
}

/** The address to which a request was sent, as far as it can be believed and used. */
export function addressOf(
  request: AddressedRequest,
  trustedProxies: readonly Network[] | null,
  ownScheme: Scheme = "http",
): string | undefined {
  const { headers } = request;
  const isProxy = isFromProxy(request, trustedProxies);
  // Of a list the last proxy's own entry is the last one: what stands before it may come from the client.
  const forwarded = (name: string): string | undefined =>
    isProxy ? headers[name]?.split(",").at(-1)?.trim() : undefined;
  const host = forwarded("x-forwarded-host") ?? headers.host ?? "";
  if (!HOST_PATTERN.test(host) || isUnspecified(host.replace(/:\d{1,5}$/, ""))) return undefined;
  const forwardedScheme = forwarded("x-forwarded-proto");
  const scheme = forwardedScheme === "https" || forwardedScheme === "http" ? forwardedScheme : ownScheme;
  return `${scheme}://${host.toLowerCase()}`;
}

/**
 * How clients reach this plane: by the setting, or else by the address that each request came to.
 * `refuseForeignHostName` throws AppError FORBIDDEN for a name of somebody else's that leads here, as in DNS
 * rebinding.
 */
export function createPublicAddress(options: PublicAddressOptions): PublicAddress {
  const { scheme, publicUrl, trustedProxies, isLocal, ownUrl } = options;
  const arrivalOf = (request: AddressedRequest): string =>
    addressOf(request, trustedProxies, scheme) ?? ownUrl();
  // A certificate is never that of such a page, and who has a public address is there for others than this machine.
  const isExposed = isLocal && scheme === "http" && publicUrl === null;
  const refuseForeignHostName = (request: AddressedRequest): void => {
    if (!isExposed || !isForeignHostName(request.headers.host) || isFromProxy(request, trustedProxies))
      return;
    const message =
      "This name is not one of this machine's. Behind a proxy, CLIPMILL_TRUSTED_PROXIES has to name it, or CLIPMILL_PUBLIC_URL " +
      "what clients call.";
    throw new AppError("FORBIDDEN", message);
  };
  const shared = { arrivalOf, refuseForeignHostName };
  if (publicUrl !== null) return { ...shared, publicUrl, during: (_request, work) => work() };
  const current = new AsyncLocalStorage<string | undefined>();
  return {
    get publicUrl() {
      return current.getStore() ?? ownUrl();
    },
    during: (request, work) => current.run(addressOf(request, trustedProxies, scheme), work),
    ...shared,
  };
}
