import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { inGroupsOfSimilarLength } from "../../../../media-node/speech/nemo/nemo-window-groups.ts";

test("every window is recognized once, in a group of its length, and answered in its place", async () => {
  const lengths = fc.array(fc.nat({ max: 480 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(lengths, async (list) => {
      const windows: Float32Array[] = list.map((length) => new Float32Array(100 * length));
      const seen: Float32Array[] = [];
      const found = await inGroupsOfSimilarLength(windows, async (group) => {
        seen.push(...group);
        const maxLength = Math.max(...group.map(({ length }) => length));
        for (const { length } of group) assert.ok(length >= 0.75 * maxLength || maxLength <= 22_000);
        return group;
      });
      assert.equal(seen.length, windows.length);
      assert.deepEqual(
        found.map((window) => windows.indexOf(window)),
        [...windows.keys()],
      );
    }),
  );
});

test("windows of one length run together", async () => {
  let groups = 0;
  await inGroupsOfSimilarLength(
    Array.from({ length: 16 }, () => new Float32Array(100_000)),
    async (group) => {
      groups += 1;
      return group;
    },
  );
  assert.equal(groups, 1);
});
