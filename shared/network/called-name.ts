// By which name a request calls its server. A web page can have its own name lead to this machine (DNS rebinding), and its
// browser then lets it send what it likes, and read the replies, to a server that listens for this machine alone. Such a
// page has a name that somebody can have in the public DNS: an address is none, nor is a name without a dot, nor one of
// those that are kept for machines' own use, such as containers' host.docker.internal.
import { isLoopbackHost } from "./listening-address.ts";
import { parseAddress } from "./networks.ts";

/** The name in a `host` header without its port, in lower case; undefined where there is none. */
export function calledName(host: string | undefined): string | undefined {
  const url = `http://${host ?? ""}`;
  return host !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined;
}

/** Whether the name in a `host` header may be that of a stranger's page. Browsers always send one. */
export function isStrangersName(host: string | undefined): boolean {
  if (host === undefined) return false;
  const name = calledName(host);
  if (name === undefined) return true;
  const isAddress = parseAddress(name.replace(/^\[|\]$/g, "")) !== undefined;
  return name.includes(".") && !isAddress && !isLoopbackHost(name) && !name.endsWith(".internal");
}
