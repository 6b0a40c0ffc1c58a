// What a browser carries for its session.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readSessionCookie } from "../../../control-plane/http/session-cookie.ts";

const HTTP = "http://mill.example";
const HTTPS = "https://mill.example";

test("the bound cookie counts before the ordinary one, which counts over plain HTTP alone", () => {
  const both = { cookie: "a=1; clipmill=plain; __Host-clipmill=bound" };
  assert.equal(readSessionCookie(HTTPS, both), "bound");
  assert.equal(readSessionCookie(HTTP, both), "bound");
  assert.equal(readSessionCookie(HTTP, { cookie: "clipmill=plain" }), "plain");
  assert.equal(readSessionCookie(HTTPS, { cookie: "clipmill=plain" }), undefined);
  assert.equal(readSessionCookie(HTTP, {}), undefined);
});

test("a cookie without a name hides none, whatever its text", () => {
  assert.equal(readSessionCookie(HTTPS, { cookie: "__Host-clipmill; __Host-clipmill=bound" }), "bound");
  assert.equal(readSessionCookie(HTTP, { cookie: "clipmill; x=clipmill=1; clipmill=a=b=" }), "a=b=");
  assert.equal(readSessionCookie(HTTP, { cookie: "__Host-clipmill; clipmill=plain" }), "plain");
});
