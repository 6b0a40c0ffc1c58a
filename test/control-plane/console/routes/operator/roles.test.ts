// Every route of operators with everybody who is none: strangers, people with an account, keys of the API.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type OperatorRoutesOptions,
  operatorRoutes,
} from "../../../../../control-plane/console/routes/operator/operator-routes.ts";
import { ConsoleClient, TEST_PASSWORD } from "../../../../support/control-plane/console-client.ts";
import { failureOf, testControlPlane } from "../../../../support/control-plane/control-plane.ts";
import { readAudit } from "../../../../support/control-plane/operator.ts";

/** All of them, as data: none is called here. */
function everyRoute(): { method: string; path: string }[] {
  const options = { captionPresets: new Map() } as unknown as OperatorRoutesOptions;
  return operatorRoutes(options).routes.map(({ method, path, access, ...route }) => {
    assert.equal(access === "session" && "role" in route && route.role, "operator", `${method} ${path}`);
    return { method, path: path.replaceAll(/:\w+/g, "x") };
  });
}

test("no route of operators answers anybody else, and none of them changes anything", async (t) => {
  const plane = await testControlPlane(t);
  const routes = everyRoute();
  assert.ok(routes.length > 30, "there are routes to ask");
  const member = new ConsoleClient(plane);
  await member.enter("accounts", { email: "ada@example.com", password: TEST_PASSWORD });
  const { key } = await plane.account();
  const stranger = new ConsoleClient(plane);
  for (const { method, path } of routes) {
    const name = `${method} ${path}`;
    assert.equal(failureOf(await member.call(method, path)), "403 FORBIDDEN", name);
    assert.equal(failureOf(await stranger.call(method, path)), "401 UNAUTHENTICATED", name);
    const headers = { "x-service-api-key": key };
    assert.equal(failureOf(await stranger.call(method, path, { headers })), "401 UNAUTHENTICATED", name);
  }
  assert.deepEqual(await readAudit(plane.sql), []);
});
