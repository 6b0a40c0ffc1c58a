// Agents whose connections have to stand in time. The SDK has a bound of its own for that, which begins with the request
// and so would also fail one that waits for its turn at the connections of the process, though the service is well.
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";
import { S3_LIMITS } from "../../limits/storage.ts";

type Opened = Duplex | null | undefined;

/** Ends a connection that has not come by then. The SDK tries again after an error of this name. */
function inTime(socket: Opened, connected: "connect" | "secureConnect"): Opened {
  if (socket == null) return socket;
  const message = `No connection to the storage's service within ${S3_LIMITS.connectTimeoutMs} ms.`;
  const late = setTimeout(
    () => socket.destroy(Object.assign(new Error(message), { name: "TimeoutError", code: "ETIMEDOUT" })),
    S3_LIMITS.connectTimeoutMs,
  );
  for (const event of [connected, "close"]) socket.once(event, () => clearTimeout(late));
  return socket;
}

/** For services at http addresses. */
export class TimelyHttpAgent extends HttpAgent {
  override createConnection(...given: Parameters<HttpAgent["createConnection"]>): Opened {
    return inTime(super.createConnection(...given), "connect");
  }
}

/** For services at https addresses; the handshake of TLS counts. */
export class TimelyHttpsAgent extends HttpsAgent {
  override createConnection(...given: Parameters<HttpsAgent["createConnection"]>): Opened {
    return inTime(super.createConnection(...given), "secureConnect");
  }
}
