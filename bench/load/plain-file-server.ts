// The plainest server of files: node:http with streams, nothing else. It stores what is PUT as durably as our storage
// does (flushed to the disk before the answer), and serves it again. Tells its parent its address once it listens.
import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";

async function answer(file: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === "PUT") {
    await pipeline(request, createWriteStream(file, { flush: true }));
    response.writeHead(200).end();
    return;
  }
  response.writeHead(200, { "content-length": (await stat(file)).size });
  await pipeline(createReadStream(file), response);
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("Give the file to store to.");
const server = createServer((request, response) => {
  answer(file, request, response).catch((error: unknown) => response.destroy(error as Error));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  process.send?.({ type: "ready", url: `http://127.0.0.1:${address.port}` });
});
process.once("disconnect", () => process.exit(0));
process.once("SIGTERM", () => process.exit(0));
