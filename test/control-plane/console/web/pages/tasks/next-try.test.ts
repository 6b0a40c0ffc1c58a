import assert from "node:assert/strict";
import { test } from "node:test";
import {
  NO_TRIES,
  nextTry,
  triesAfterLoad,
} from "../../../../../../control-plane/console/web/pages/tasks/next-try.ts";

function busy(retryAfter?: string): Response {
  return new Response(null, {
    status: 503,
    headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
  });
}

test("a busy server is asked again after pauses that grow, and after as long as it wishes, up to a minute", () => {
  const pauses: number[] = [];
  let tries = NO_TRIES;
  for (;;) {
    const next = nextTry(tries, busy(), true);
    if (next === undefined) break;
    pauses.push(next.pauseMs);
    tries = next.tries;
  }
  assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000, 16_000]);
  assert.equal(nextTry(NO_TRIES, busy("7"), true)?.pauseMs, 7_000);
  assert.equal(nextTry(NO_TRIES, busy("86400"), true)?.pauseMs, 60_000);
  const until = new Date(Date.now() + 20_000).toUTCString();
  const pauseMs = nextTry(NO_TRIES, busy(until), true)?.pauseMs ?? 0;
  assert.ok(pauseMs > 15_000 && pauseMs <= 20_000, String(pauseMs));
});

test("a server that does not answer is away, unless it is another origin, which may not let pages read", () => {
  assert.equal(nextTry(NO_TRIES, undefined, true)?.pauseMs, 1_000);
  const other = nextTry(NO_TRIES, undefined, false);
  assert.equal(other?.isLinkDead, true);
  assert.equal(nextTry(other.tries, undefined, false), undefined);
});

test("a file that is there is loaded once more, and a link that is dead is renewed once", () => {
  const next = nextTry(NO_TRIES, new Response(null, { status: 206 }), true);
  assert.equal(next?.pauseMs, 0);
  assert.equal(nextTry(next?.tries ?? NO_TRIES, new Response(null, { status: 206 }), true), undefined);
  const gone = new Response(null, { status: 404 });
  const renewed = nextTry(NO_TRIES, gone, true);
  assert.equal(renewed?.isLinkDead, true);
  assert.equal(nextTry(renewed.tries, gone, true), undefined);
});

test("what passed and was loaded counts no more, and whatever else was tried is not tried again", () => {
  assert.deepEqual(triesAfterLoad({ passing: 5, there: 1, renewed: 1 }), {
    passing: 0,
    there: 1,
    renewed: 1,
  });
});
