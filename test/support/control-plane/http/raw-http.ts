// HTTP by hand over one connection, for clients that no library would imitate: slow, broken off, or lying.
import { connect, type Socket } from "node:net";
import type { TestContext } from "node:test";
import { connect as connectSecurely } from "node:tls";
import { cleanUp } from "../../clean-up.ts";
import { until } from "../../until.ts";

export interface RawConnection {
  readonly socket: Socket;
  /** All that the server has sent. */
  received(): string;
  /** Whether the server has ended the connection. */
  ended(): boolean;
  send(text: string): void;
  /** Waits until what was received matches. */
  waitFor(pattern: RegExp, timeoutMs?: number): Promise<string>;
}

/** Connects to a server's URL; the connection is gone when the test ends. */
export async function rawConnection(t: TestContext, url: string): Promise<RawConnection> {
  const { hostname, port, protocol } = new URL(url);
  const isSecure = protocol === "https:";
  const socket = isSecure
    ? connectSecurely({ host: hostname, port: Number(port), rejectUnauthorized: false })
    : connect(Number(port), hostname);
  cleanUp(t, () => socket.destroy());
  let text = "";
  let ended = false;
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.on("error", () => undefined);
  for (const event of ["end", "close"]) {
    socket.on(event, () => {
      ended = true;
    });
  }
  await new Promise<void>((resolve, reject) => {
    socket.once(isSecure ? "secureConnect" : "connect", resolve);
    socket.once("error", reject);
  });
  return {
    socket,
    received: () => text,
    ended: () => ended,
    send: (part) => void socket.write(part),
    waitFor: (pattern, timeoutMs) =>
      until(`${pattern} from the server`, () => pattern.test(text) && text, timeoutMs),
  };
}

/** The head of a POST with a JSON body of `length` bytes, or a chunked one. */
export function postHead(path: string, key: string, length: number | "chunked"): string {
  const framing = length === "chunked" ? "transfer-encoding: chunked" : `content-length: ${length}`;
  return [
    `POST ${path} HTTP/1.1`,
    "host: localhost",
    `x-service-api-key: ${key}`,
    "content-type: application/json",
    framing,
    "\r\n",
  ].join("\r\n");
}
