// The link that `npm start` shows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { offerFirstOperator } from "../../../deploy/appliance/first-operator-link.ts";

test("an appliance whose database does not answer when the link is to be made goes on without it", async () => {
  const appliance = { url: "http://127.0.0.1:8080", databaseUrl: "postgres://127.0.0.1:1/none" };
  assert.equal(await offerFirstOperator(appliance), undefined);
});
