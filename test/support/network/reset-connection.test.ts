import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";

const ENDS_IN_TIME_MS = 20_000;

const script = (moment: string): string => `
  import { once } from "node:events";
  import { connect, createServer } from "node:net";
  import { resetConnection } from ${JSON.stringify(import.meta.resolve("./reset-connection.ts"))};
  const server = createServer({ allowHalfOpen: true });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = connect({ port: server.address().port, host: "127.0.0.1", allowHalfOpen: true });
  client.on("error", () => undefined);
  const [socket] = await once(server, "connection");
  socket.on("error", () => undefined);
  ${moment}
  resetConnection(socket);
  client.destroy();
  server.close();
`;

const MOMENTS = {
  open: "",
  "whose end is just being sent": "socket.end(); await new Promise((resolve) => process.nextTick(resolve));",
  "whose end has been sent": 'socket.end(); await once(socket, "finish");',
};

for (const [name, moment] of Object.entries(MOMENTS)) {
  test(`a process that resets a connection ${name} still ends by itself`, async () => {
    const args = ["--import=tsx", "--input-type=module", "--eval", script(moment)];
    const child = spawn(process.execPath, args, { stdio: "inherit", timeout: ENDS_IN_TIME_MS });
    const [code, signal] = await once(child, "exit");
    assert.deepEqual({ code, signal }, { code: 0, signal: null });
  });
}
