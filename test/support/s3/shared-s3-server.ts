// One S3 server for all tests of a process.
import { after } from "node:test";
import { type S3Server, startS3Server } from "./s3-server.ts";

let shared: Promise<S3Server> | undefined;

/** The server of this process, started when it is first wanted and stopped when its tests have ended. */
export function s3Server(): Promise<S3Server> {
  shared ??= startS3Server();
  return shared;
}

after(async () => {
  const server = await shared?.catch(() => undefined);
  await server?.stop();
});
