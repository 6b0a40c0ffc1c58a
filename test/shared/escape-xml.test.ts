import assert from "node:assert/strict";
import { test } from "node:test";
import { escapeXml } from "../../shared/escape-xml.ts";

test("whatever XML would take for its own is escaped, and what it cannot hold is left out", () => {
  assert.equal(escapeXml(`<a b="c">&'\u0000\u0008\ufffe\ud800`), "&lt;a b=&quot;c&quot;&gt;&amp;'\ufffd");
});
