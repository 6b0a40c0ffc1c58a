// Finds TCP ports on which a child can listen. A port found free may be taken before its user binds it; callers that
// choose the port themselves try again with another, callers with a fixed port get a clear error from the check.
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Binds and releases the port; resolves to the port bound. @throws the system's error */
function tryPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : port));
    });
  });
}

/** Why the port cannot be bound on this address now, in the system's words, such as EADDRINUSE; undefined where it can. */
export function findPortObstacle(host: string, port: number): Promise<string | undefined> {
  return tryPort(host, port).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}

/** Whether the port can be bound on this address now. */
async function isPortFree(host: string, port: number): Promise<boolean> {
  return (await findPortObstacle(host, port)) === undefined;
}

/** A port of the system's choice that is free now. @throws the system's error where the address cannot be bound */
export function findFreePort(host: string): Promise<number> {
  return tryPort(host, 0);
}

/**
 * Ports to keep for years: below the range from which systems take those of outgoing connections (from 32768 on
 * Linux, from 49152 elsewhere), so that no passing connection stands on one when its owner starts again.
 */
const LASTING_PORTS = { min: 20_000, max: 32_767 } as const;
const LASTING_ATTEMPTS = 50;

/** A port that is free now and not likely to be taken by chance later. */
export async function findLastingPort(host: string): Promise<number> {
  for (let attempt = 0; attempt < LASTING_ATTEMPTS; attempt += 1) {
    const port = randomInt(LASTING_PORTS.min, LASTING_PORTS.max + 1);
    if (await isPortFree(host, port)) return port;
  }
  return findFreePort(host);
}
