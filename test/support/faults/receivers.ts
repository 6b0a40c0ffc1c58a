// A receiver of webhooks that behaves as its address says: it answers, or fails each task's first call by hanging, by
// cutting the connection or by an error, and answers from then on. It can also be away for a while.
import { createServer, type Server } from "node:http";
import { findLastingPort } from "../../../deploy/processes/free-port.ts";

export const RECEIVER_MANNERS = ["answers", "hangs-first", "cuts-first", "errs-first"] as const;
export type ReceiverManner = (typeof RECEIVER_MANNERS)[number];

export interface Receivers {
  url(manner: ReceiverManner): string;
  /** How many calls for this task were answered with success. */
  accepted(taskId: string): number;
  calls(): number;
  /** Refuses all connections until `back`. */
  leave(): Promise<void>;
  back(): Promise<void>;
  close(): void;
}

function taskIdOf(body: string): string {
  return /"task_id":"([^"]+)"/.exec(body)?.[1] ?? "";
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve();
    });
  });
}

export async function startReceivers(): Promise<Receivers> {
  const called = new Map<string, number>();
  const accepted = new Map<string, number>();
  const count = (counts: Map<string, number>, taskId: string): number => {
    counts.set(taskId, (counts.get(taskId) ?? 0) + 1);
    return counts.get(taskId) ?? 0;
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    // A caller that is killed in the middle of its call has not called.
    for await (const chunk of request.on("error", () => undefined)) chunks.push(chunk as Buffer);
    const taskId = taskIdOf(Buffer.concat(chunks).toString());
    const manner = request.url?.split("/")[1] ?? "";
    const isFirst = count(called, taskId) === 1;
    if (isFirst && manner === "hangs-first") return;
    if (isFirst && manner === "cuts-first") return void request.socket.destroy();
    if (isFirst && manner === "errs-first") return void response.writeHead(500).end();
    count(accepted, taskId);
    response.writeHead(204).end();
  });
  const port = await findLastingPort("127.0.0.1");
  await listen(server, port);
  const leave = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: (manner) => `http://127.0.0.1:${port}/${manner}`,
    accepted: (taskId) => accepted.get(taskId) ?? 0,
    calls: () => [...called.values()].reduce((sum, calls) => sum + calls, 0),
    leave,
    back: () => listen(server, port),
    close: () => void leave(),
  };
}
