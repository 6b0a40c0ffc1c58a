// A TCP proxy between one process and PostgreSQL that can do what networks do: cut connections, refuse new ones, delay
// bytes, and swallow them in either direction while the connection stays open. A link that lost bytes never carries
// any again, as where a firewall has forgotten a connection: silence cannot be healed, only new connections can be.
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { resetConnection } from "./reset-connection.ts";

export type Direction = "to-server" | "to-client" | "both";
/** What happens to connections that are opened from now on. */
export type Admission = "open" | "refused" | "silent";

export interface TcpProxy {
  readonly port: number;
  /** Connections that are open now. */
  connections(): number;
  /** The ports from which these come, as the server sees them. */
  sourcePorts(): number[];
  /** Ends every connection at once. Returns how many. */
  cut(): number;
  /** Swallows what is sent over the connections that are open now. Returns how many. */
  silence(direction?: Direction): number;
  /** Swallows the answers over each connection by which these bytes are sent from now on; `undefined` ends that. */
  silenceAfter(bytes: string | undefined): void;
  /** How many connections fell silent by that. */
  silenced(): number;
  admit(admission: Admission): void;
  /** Holds every byte back for this long, in both directions. */
  delay(ms: number): void;
  close(): Promise<void>;
}

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  readonly swallowed: Set<Direction>;
}

/** The state that all links of one proxy share. */
interface Line {
  delayMs: number;
  silencing: string | undefined;
  silenced: number;
}

/** Passes on in one direction, in order, unless and until the link swallows it. */
function pump(link: Link, direction: "to-server" | "to-client", line: Line): void {
  const [from, to] = direction === "to-server" ? [link.client, link.server] : [link.server, link.client];
  let lastDueMs = 0;
  /** Never before what came earlier, though the delay may have been taken away meanwhile. */
  const pass = (send: () => void): void => {
    const now = performance.now();
    const dueMs = Math.max(now + line.delayMs, lastDueMs);
    const isLate = dueMs > now;
    lastDueMs = isLate ? dueMs + 1 : 0;
    const sendUnlessLost = (): void => {
      if (!link.swallowed.has(direction) && !to.destroyed) send();
    };
    if (isLate) setTimeout(sendUnlessLost, dueMs - now);
    else sendUnlessLost();
  };
  from.on("data", (chunk) => {
    if (direction === "to-server" && line.silencing !== undefined && chunk.includes(line.silencing)) {
      link.swallowed.add("to-client");
      line.silenced += 1;
    }
    pass(() => to.write(chunk));
  });
  from.on("end", () => pass(() => to.end()));
  from.on("close", () => pass(() => to.destroySoon()));
  // The other side hears of it by the close that follows.
  from.on("error", () => undefined);
}

function swallow(link: Link, direction: Direction): void {
  if (direction !== "to-client") link.swallowed.add("to-server");
  if (direction !== "to-server") link.swallowed.add("to-client");
}

/** Starts a proxy on a free port of the loopback address. */
export async function startTcpProxy(target: { readonly port: number }): Promise<TcpProxy> {
  const links = new Set<Link>();
  const line: Line = { delayMs: 0, silencing: undefined, silenced: 0 };
  let admission: Admission = "open";
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (admission === "refused") {
      client.on("error", () => undefined);
      resetConnection(client);
      return;
    }
    const upstream = connect({ port: target.port, host: "127.0.0.1", allowHalfOpen: true });
    const link: Link = { client, server: upstream, swallowed: new Set() };
    links.add(link);
    if (admission === "silent") swallow(link, "both");
    pump(link, "to-server", line);
    pump(link, "to-client", line);
    client.once("close", () => {
      links.delete(link);
      // The server must not keep a connection for ever whose client has gone, however silent the line was.
      upstream.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (): number => {
    const open = [...links];
    for (const link of open) {
      resetConnection(link.client);
      resetConnection(link.server);
    }
    return open.length;
  };
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => links.size,
    sourcePorts: () => [...links].flatMap((link) => link.server.localPort ?? []),
    cut,
    silence: (direction = "both") => {
      for (const link of links) swallow(link, direction);
      return links.size;
    },
    silenceAfter: (bytes) => {
      line.silencing = bytes;
    },
    silenced: () => line.silenced,
    admit: (next) => {
      admission = next;
    },
    delay: (ms) => {
      line.delayMs = ms;
    },
    close: async () => {
      server.close();
      cut();
      await once(server, "close");
    },
  };
}
