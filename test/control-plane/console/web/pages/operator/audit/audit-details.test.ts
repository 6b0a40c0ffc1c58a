import assert from "node:assert/strict";
import { test } from "node:test";
import { detailsInWords } from "../../../../../../../control-plane/console/web/pages/operator/audit/audit-details.ts";

test("what an operator changed is told in words, without what is unset of something new", () => {
  assert.deepEqual(
    detailsInWords({
      scopes: ["CLIPPING", "BALANCE"],
      ips: [],
      expiresAt: null,
      blocked: false,
      perMinute: { from: null, to: 30 },
      upload_quota_gb: { from: 5, to: null },
    }),
    [
      ["scopes", "CLIPPING, BALANCE"],
      ["blocked", "no"],
      ["per minute", "none → 30"],
      ["upload quota gb", "5 → none"],
    ],
  );
});
