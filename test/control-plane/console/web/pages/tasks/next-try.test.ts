import assert from "node:assert/strict";
import { test } from "node:test";
import { nextTry } from "../../../../../../control-plane/console/web/pages/tasks/next-try.ts";

const NONE = { passing: 0, there: 0 };

function busy(retryAfter?: string): Response {
  return new Response(null, {
    status: 503,
    headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
  });
}

test("a busy server is asked again after pauses that grow, and after as long as it wishes, up to a minute", () => {
  const pauses: number[] = [];
  let tries = NONE;
  for (;;) {
    const next = nextTry(tries, busy(), true);
    if (next === undefined) break;
    pauses.push(next.pauseMs);
    tries = next.tries;
  }
  assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000, 16_000]);
  assert.equal(nextTry(NONE, busy("7"), true)?.pauseMs, 7_000);
  assert.equal(nextTry(NONE, busy("86400"), true)?.pauseMs, 60_000);
  const until = new Date(Date.now() + 20_000).toUTCString();
  const pauseMs = nextTry(NONE, busy(until), true)?.pauseMs ?? 0;
  assert.ok(pauseMs > 15_000 && pauseMs <= 20_000, String(pauseMs));
});

test("a server that does not answer is away, unless it is another origin, which may not let pages read", () => {
  assert.equal(nextTry(NONE, undefined, true)?.pauseMs, 1_000);
  assert.equal(nextTry(NONE, undefined, false), undefined);
});

test("a file that is there is loaded once more, and one that is gone never", () => {
  const next = nextTry(NONE, new Response(null, { status: 206 }), true);
  assert.equal(next?.pauseMs, 0);
  assert.equal(nextTry(next?.tries ?? NONE, new Response(null, { status: 206 }), true), undefined);
  assert.equal(nextTry(NONE, new Response(null, { status: 404 }), true), undefined);
});
