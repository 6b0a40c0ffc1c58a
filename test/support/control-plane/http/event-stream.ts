// A client of server-sent events over a real connection, that tells events, comments and the end apart.
import assert from "node:assert/strict";
import { type IncomingMessage, request } from "node:http";
import type { TestContext } from "node:test";
import { cleanUp } from "../../clean-up.ts";
import { until } from "../../until.ts";

export interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

export interface EventStream {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly events: readonly ReceivedEvent[];
  readonly comments: () => number;
  readonly ended: () => boolean;
  /** Waits until so many events have come, and returns the last of them. */
  event(count: number): Promise<ReceivedEvent>;
  end(): Promise<void>;
  close(): void;
}

function parseEvent(block: string): ReceivedEvent {
  const fields = new Map(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]),
  );
  assert.deepEqual([...fields.keys()], ["id", "event", "data"]);
  const data = JSON.parse(fields.get("data") ?? "") as Record<string, unknown>;
  return { id: fields.get("id") ?? "", event: fields.get("event") ?? "", data };
}

/** Opens a stream; it is closed when the test ends. */
export async function openEvents(
  t: TestContext,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventStream> {
  const call = request(url, { headers, agent: false });
  cleanUp(t, () => call.destroy());
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    call.once("response", resolve).once("error", reject).end();
  });
  const events: ReceivedEvent[] = [];
  let comments = 0;
  let ended = false;
  let rest = "";
  response.setEncoding("utf8");
  response.on("data", (text: string) => {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      if (block.startsWith(":")) comments += 1;
      else events.push(parseEvent(block));
    }
  });
  response.on("end", () => {
    ended = true;
  });
  response.on("error", () => undefined);
  const event = async (count: number): Promise<ReceivedEvent> => {
    await until(`event ${count}`, () => events.length >= count);
    const found = events[count - 1];
    assert.ok(found !== undefined);
    return found;
  };
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    comments: () => comments,
    ended: () => ended,
    event,
    end: async () => {
      await until("the end of the stream", () => ended);
    },
    close: () => call.destroy(),
  };
}
