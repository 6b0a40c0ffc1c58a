// Who may speak to the server over HTTP. A web page could have its own name lead to this machine (DNS rebinding), or send
// requests from the browser of somebody who runs the server: so the name by which the server is called must be known, and
// so must the page that calls, where it is one.
import type { IncomingMessage } from "node:http";
import { hostNameOf } from "../../../shared/network/host-name.ts";
import { isLoopbackHost } from "../../../shared/network/listening-address.ts";
import type { McpHttpSettings } from "../mcp-settings.ts";

export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Why a request is refused; undefined where it may go on. */
export function refuseUnknownCaller(
  { headers }: IncomingMessage,
  { host, allowedHosts, allowedOrigins }: McpHttpSettings,
): Refusal | undefined {
  const own = host.includes(":") ? `[${host}]` : host;
  const name = hostNameOf(headers.host);
  const isKnown = (known: string): boolean =>
    isLoopbackHost(known) || [own.toLowerCase(), ...allowedHosts].includes(known);
  if (name === undefined || !isKnown(name)) {
    return {
      status: 403,
      message: "This name is not one of the server's: CLIPMILL_MCP_ALLOWED_HOSTS lists them.",
    };
  }
  const { origin } = headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return undefined;
  return {
    status: 403,
    message: "This page may not call the server: CLIPMILL_MCP_ALLOWED_ORIGINS lists those that may.",
  };
}

/** The key that a request brings. */
export function keyOf({ headers }: IncomingMessage): string | undefined {
  const [, key] = /^Bearer +([\x21-\x7e]{1,500})$/i.exec(headers.authorization ?? "") ?? [];
  return key;
}

/** What lets an allowed page read answers and send what the protocol needs. */
export function pageHeaders({ headers }: IncomingMessage): Record<string, string> {
  const { origin } = headers;
  if (origin === undefined) return {};
  return {
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers":
      "authorization, content-type, last-event-id, mcp-protocol-version, mcp-session-id",
    "access-control-expose-headers": "mcp-session-id",
    vary: "origin",
  };
}
