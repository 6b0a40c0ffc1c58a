// A receiver of webhooks in a process of its own. It answers every call after so many milliseconds, or never where none
// are given. GET tells how many calls came, and when (milliseconds of the machine's clock).
import { createServer } from "node:http";

const [delay] = process.argv.slice(2);
const answerMs = delay === undefined ? undefined : Number(delay);
const calls: number[] = [];

const server = createServer((request, response) => {
  if (request.method === "GET") {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(calls));
    return;
  }
  calls.push(Date.now());
  request.resume();
  if (answerMs !== undefined) setTimeout(() => response.writeHead(204).end(), answerMs);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  process.send?.({ type: "ready", url: `http://127.0.0.1:${address.port}` });
});
process.once("disconnect", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));
