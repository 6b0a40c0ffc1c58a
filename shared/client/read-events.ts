// Server-sent events of a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html), as far as the API
// uses them. A stream on which nothing comes for a while, comments included, is given up.
import { ClipmillError } from "./client-error.ts";

export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

export interface StreamBounds {
  /** Until something comes at first, and from then on. */
  readonly firstByteMs: number;
  readonly stallMs: number;
  readonly eventBytes: number;
}

function parseEvent(block: string): ServerEvent | undefined {
  const fields = { id: "", event: "message" };
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [name = "", ...rest] = line.split(":");
    const value = rest.join(":").replace(/^ /, "");
    if (name === "data") data.push(value);
    else if (name === "id" || name === "event") fields[name] = value;
  }
  return data.length === 0 ? undefined : { ...fields, data: data.join("\n") };
}

/** The next bytes, undefined at the end. @throws ClipmillError `late` where none come in time */
async function readInTime(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  timeoutMs: number,
  late: ClipmillError,
): Promise<Uint8Array | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late), timeoutMs);
  });
  try {
    return (await Promise.race([reader.read(), waiting])).value;
  } finally {
    clearTimeout(timer);
  }
}

function heldBack(): ClipmillError {
  return new ClipmillError("UNEXPECTED_ANSWER", "The stream of events is held back on its way.");
}

function stalled(): ClipmillError {
  return new ClipmillError("NO_ANSWER", "Nothing has come on the stream of events for too long.");
}

/**
 * The events of a stream until it ends. Whoever stops reading ends it.
 * @throws ClipmillError UNEXPECTED_ANSWER where nothing comes at all, NO_ANSWER where nothing more comes
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  { firstByteMs, stallMs, eventBytes }: StreamBounds,
): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let pending: string[] = [];
  let pendingLength = 0;
  let isFirst = true;
  try {
    for (;;) {
      const bytes = isFirst
        ? await readInTime(reader, firstByteMs, heldBack())
        : await readInTime(reader, stallMs, stalled());
      if (bytes === undefined) return;
      isFirst = false;
      const text = decoder.decode(bytes, { stream: true }).replaceAll("\r", "");
      pending.push(text);
      pendingLength += text.length;
      if (pendingLength > eventBytes) throw new ClipmillError("UNEXPECTED_ANSWER", "An event is too large.");
      // The end of an event may have come in two pieces.
      if (!text.includes("\n")) continue;
      const blocks = pending.join("").split("\n\n");
      const rest = blocks.pop() ?? "";
      pending = [rest];
      pendingLength = rest.length;
      yield* blocks.map(parseEvent).filter((event) => event !== undefined);
    }
  } finally {
    // A stream that has broken has nothing to cancel.
    await reader.cancel().catch(() => undefined);
  }
}
