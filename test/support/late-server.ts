// A server far away at one of the two addresses of its name; nothing is at the other.
import { spawn } from "node:child_process";
import dns from "node:dns";
import { once } from "node:events";
import { connect } from "node:net";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { cleanUp } from "./clean-up.ts";

interface LateServer {
  readonly port: number;
  readonly addresses: typeof ADDRESSES;
  letIn(): void;
}

const ADDRESSES = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
] as const;

/** A server that takes connections only once it is let: until then the system leaves what knocks without an answer. */
export async function lateServer(t: TestContext): Promise<LateServer> {
  const program = `require("node:net")
    .createServer((socket) => socket.end("HTTP/1.1 204 No Content\\r\\nconnection: close\\r\\n\\r\\n"))
    .listen({ port: 0, host: "127.0.0.1", backlog: 1 }, function () { console.log(this.address().port); });`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  cleanUp(t, () => child.kill("SIGKILL"));
  const port = Number(String((await once(child.stdout, "data"))[0]));
  child.kill("SIGSTOP");
  for (let index = 0; index < 4; index += 1) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    cleanUp(t, () => socket.destroy());
  }
  await pause(100);
  return { port, addresses: ADDRESSES, letIn: () => child.kill("SIGCONT") };
}

/** Gives every name these two addresses while the test runs. */
export function nameBothAddresses(t: TestContext): void {
  const lookup = (_name: string, _options: unknown, done: (error: null, found: unknown) => void): void =>
    done(null, ADDRESSES);
  t.mock.method(dns, "lookup", lookup as typeof dns.lookup);
}
