// Finds TCP ports on which a child can listen. A port found free may be taken before its user binds it; callers that
// choose the port themselves try again with another, callers with a fixed port get a clear error from the check.
import { createServer } from "node:net";

/** Binds and releases the port; resolves to the port bound, or undefined where it cannot be bound. */
function tryPort(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(undefined));
    server.listen({ host, port, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? address?.port : undefined));
    });
  });
}

/** Whether the port can be bound on this address now. */
export async function isPortFree(host: string, port: number): Promise<boolean> {
  return (await tryPort(host, port)) !== undefined;
}

/** A port of the system's choice that is free now. Throws where the address itself cannot be bound. */
export async function findFreePort(host: string): Promise<number> {
  const port = await tryPort(host, 0);
  if (port === undefined) throw new Error(`No port can be bound on ${host}.`);
  return port;
}
