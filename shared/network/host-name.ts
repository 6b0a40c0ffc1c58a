// By which name a request calls its server. A web page can have its own name lead to this machine (DNS rebinding), and its
// browser then lets it send what it likes, and read the replies, to a server that listens for this machine alone. Such a
// page has a name that somebody can have in the public DNS: an address is none, nor is a name without a dot, nor one of
// those that are kept for networks' and machines' own use (RFC 6761, 6762, 8375), such as host.docker.internal.
import { isLoopbackHost } from "./listening-address.ts";
import { parseAddress } from "./networks.ts";

const OWN_NAME = /\.(?:internal|local|localdomain|test|home\.arpa)$/;

/** The name in a `host` header without its port, in lower case; undefined where there is none. */
export function hostNameOf(host: string | undefined): string | undefined {
  const url = `http://${host ?? ""}`;
  return host !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** Whether the name in a `host` header may be that of a stranger's page. Browsers always send one. */
export function isForeignHostName(host: string | undefined): boolean {
  if (host === undefined) return false;
  // The root's dot at a name's end says nothing.
  const name = hostNameOf(host)?.replace(/\.$/, "");
  if (name === undefined) return true;
  const isAddress = parseAddress(name.replace(/^\[|\]$/g, "")) !== undefined;
  return name.includes(".") && !isAddress && !isLoopbackHost(name) && !OWN_NAME.test(name);
}
