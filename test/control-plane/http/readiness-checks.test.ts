import assert from "node:assert/strict";
import { test } from "node:test";
import type { Call, Reply, Route } from "../../../control-plane/http/route.ts";
import { healthRoutes } from "../../../control-plane/http/routes/health-routes.ts";

/** What `/readyz` answers with a check; it asks nothing of the call. */
function probes(checkReady: () => Promise<void>): (() => Promise<Reply>)[] {
  const routes: Route[] = healthRoutes({ checkReady, shortage: () => undefined, registry: null });
  return routes.flatMap((route) =>
    route.path === "/readyz" && route.access === "public" ? [async () => route.handle({} as Call)] : [],
  );
}

test("however many strangers ask at once whether a control plane is ready, its database is asked once", async () => {
  let asked = 0;
  let answer = Promise.withResolvers<void>();
  const all = probes(() => {
    asked += 1;
    return answer.promise;
  });
  assert.equal(all.length, 2, "GET and HEAD");
  const first = Array.from({ length: 100 }, () => all.map((ask) => ask())).flat();
  assert.equal(asked, 1);
  answer.resolve();
  assert.ok((await Promise.all(first)).every(({ status }) => status === 200));
  answer = Promise.withResolvers();
  const second = all.map((ask) => ask());
  answer.reject(new Error("away"));
  for (const each of second) await assert.rejects(each, { message: "away" });
  assert.equal(asked, 2, "and anew for those who ask later");
});
