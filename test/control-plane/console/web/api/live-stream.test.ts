// A stream of server-sent events as views share it: who is told of what, and when it is asked for again.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { LiveStream } from "../../../../../control-plane/console/web/api/live-stream.ts";

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 2;

class FakeSource extends EventTarget {
  readyState = CONNECTING;

  close(): void {
    this.readyState = CLOSED;
  }

  open(): void {
    this.readyState = OPEN;
    this.dispatchEvent(new Event("open"));
  }

  /** The browser connects again by itself where the connection broke, and gives up where it was refused. */
  fail(readyState: typeof CONNECTING | typeof CLOSED): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event("error"));
  }

  tell(event: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  }
}

function scene(t: TestContext) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const sources: FakeSource[] = [];
  const stream = new LiveStream(() => {
    const source = new FakeSource();
    sources.push(source);
    return source;
  });
  const told: unknown[] = [];
  const listener = {
    onData: (data: unknown) => told.push(data),
    onBreak: (isRefused: boolean) => told.push(isRefused ? "refused" : "broken"),
  };
  const last = (): FakeSource => sources.at(-1) ?? assert.fail("there is a source");
  const tick = (ms: number): number => {
    t.mock.timers.tick(ms);
    return sources.length;
  };
  return { stream, sources, told, listener, last, tick };
}

test("listeners share one stream, and each is told of its own events", (t) => {
  const { stream, sources, told, listener, last } = scene(t);
  stream.listen("figures", listener);
  stream.listen("task", { onData: (data) => told.push(["task", data]) });
  assert.equal(sources.length, 1);
  last().tell("figures", 1);
  last().tell("task", 2);
  assert.deepEqual(told, [1, ["task", 2]]);
});

test("a break is told, and left to the browser", (t) => {
  const { stream, told, listener, last, tick } = scene(t);
  stream.listen("figures", listener);
  last().open();
  last().fail(CONNECTING);
  assert.deepEqual(told, ["broken"]);
  assert.equal(tick(600_000), 1, "it connects by itself");
});

test("a refused stream is asked for again, ever more seldom, and at once after it stood", (t) => {
  const { stream, told, listener, last, tick } = scene(t);
  stream.listen("figures", listener);
  const pauses = [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000];
  for (const [index, pauseMs] of pauses.entries()) {
    last().fail(CLOSED);
    assert.equal(tick(pauseMs - 1), index + 1);
    assert.equal(tick(1), index + 2);
  }
  assert.deepEqual(new Set(told), new Set(["refused"]));
  last().open();
  last().tell("figures", 7);
  assert.equal(told.at(-1), 7, "listeners go on with the new one");
  last().fail(CLOSED);
  assert.equal(tick(2_000), pauses.length + 2);
});

test("a stream without listeners is closed after a moment, and not asked for again", (t) => {
  const { stream, listener, last, tick } = scene(t);
  const stop = stream.listen("figures", listener);
  const [first] = [last()];
  stop();
  const again = stream.listen("figures", listener);
  tick(10_000);
  assert.equal(first.readyState, CONNECTING, "the next view came soon enough");
  again();
  last().fail(CLOSED);
  assert.equal(tick(600_000), 1);
});

test("a stream that is closed asks for nothing any more until somebody listens", (t) => {
  const { stream, told, listener, last, tick } = scene(t);
  stream.listen("figures", listener);
  const old = last();
  old.fail(CLOSED);
  stream.close();
  assert.equal(tick(600_000), 1);
  stream.listen("figures", listener);
  assert.equal(tick(0), 2);
  old.fail(CLOSED);
  assert.deepEqual(told, ["refused"], "what the former one says counts no more");
});

test("a stream is closed while nobody sees the tab, and opened once somebody does", (t) => {
  const { stream, told, listener, last, tick } = scene(t);
  stream.setSeen(false);
  const stop = stream.listen("figures", listener);
  assert.equal(tick(0), 0);
  stream.setSeen(true);
  assert.equal(tick(0), 1);
  last().open();
  stream.setSeen(false);
  assert.equal(last().readyState, CLOSED);
  assert.equal(tick(600_000), 1);
  stream.setSeen(true);
  assert.equal(tick(0), 2);
  last().tell("figures", 5);
  assert.deepEqual(told, [5], "and no break was told");
  stop();
  tick(2_000);
  stream.setSeen(false);
  stream.setSeen(true);
  assert.equal(tick(0), 2, "nobody listens");
});
