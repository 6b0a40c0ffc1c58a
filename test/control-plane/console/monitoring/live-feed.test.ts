// Live figures: one look serves all who watch, and nobody looks while nobody watches.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { LiveFeed, type Subscription } from "../../../../control-plane/console/monitoring/live-feed.ts";
import { OPERATOR_VIEW_LIMITS } from "../../../../shared/limits/admin.ts";
import { createLogger } from "../../../../shared/logger.ts";
import { until } from "../../../support/until.ts";

interface Scene {
  readonly feed: LiveFeed<number>;
  looks: number;
  readonly ended: Set<string>;
}

function openScene(): Scene {
  const scene = { looks: 0, ended: new Set<string>() };
  const feed = new LiveFeed<number>({
    read: async () => {
      scene.looks += 1;
      return scene.looks;
    },
    filterSessions: async (ids) => ids.filter((id) => !scene.ended.has(id)),
    logger: createLogger("test", "silent"),
    intervalMs: 5,
  });
  return Object.assign(scene, { feed });
}

function sessionOf(person: string, sessionId = person) {
  return { sessionId, user: { id: person, email: `${person}@example.com` } };
}

async function next({ events }: Subscription): Promise<unknown> {
  const { value, done } = await events[Symbol.asyncIterator]().next();
  return done === true ? "ended" : value.data;
}

test("one look serves everybody, and there is none when the last has gone", async (t) => {
  const scene = openScene();
  t.after(() => scene.feed.stop());
  const streams = ["ada", "ben", "cleo"].map((person) => scene.feed.open(sessionOf(person)));
  const first = await Promise.all(streams.map(next));
  assert.deepEqual(new Set(first), new Set([1]));
  for (const stream of streams) stream.close();
  await until("the looks to end", async () => {
    const before = scene.looks;
    await pause(25);
    return scene.looks === before;
  });
  const again = scene.feed.open(sessionOf("ada"));
  assert.ok(Number(await next(again)) >= scene.looks - 1, "figures come anew");
});

test("a stream ends with its session and leaves others alone", async (t) => {
  const scene = openScene();
  t.after(() => scene.feed.stop());
  const [gone, stays] = [scene.feed.open(sessionOf("ada", "s1")), scene.feed.open(sessionOf("ada", "s2"))];
  await next(gone);
  scene.ended.add("s1");
  await until("the stream to end", async () => (await next(gone)) === "ended");
  assert.equal(typeof (await next(stays)), "number");
  assert.equal(scene.feed.watchers, 1);
});

test("a person has so many streams and no more, and none begins once it stopped", () => {
  const { feed } = openScene();
  for (let index = 0; index < OPERATOR_VIEW_LIMITS.streamsOfPerson; index += 1) feed.open(sessionOf("ada"));
  assert.throws(() => feed.open(sessionOf("ada")), { code: "RATE_LIMITED" });
  feed.open(sessionOf("ben"));
  feed.stop();
  assert.equal(feed.watchers, 0);
  assert.throws(() => feed.open(sessionOf("cleo")), { code: "UNAVAILABLE" });
});
