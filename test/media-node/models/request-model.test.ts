// How a model hub is connected to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { request } from "undici";
import { createModelDispatcher } from "../../../media-node/models/request-model.ts";
import { MODEL_LIMITS } from "../../../shared/limits/models.ts";
import { setEnvironment } from "../../support/environment.ts";
import { lateServer, nameBothAddresses } from "../../support/late-server.ts";

test("an address of a hub that is slow to answer is waited for, though the name has another one", async (t) => {
  const { port, letIn } = await lateServer(t);
  nameBothAddresses(t);
  setEnvironment(t, { no_proxy: "*" });
  const dispatcher = createModelDispatcher(MODEL_LIMITS);
  t.after(() => dispatcher.destroy());
  setTimeout(letIn, 500);
  assert.equal((await request(`http://far.test:${port}/`, { dispatcher })).statusCode, 204);
});
