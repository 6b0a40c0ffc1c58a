// Footage that is no match, sent as one: its liveliest moments are shown, and nothing is said of them that did not happen.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertNoChildren } from "../../../support/leaks.ts";
import { judgeEverySport, selectMoments } from "../../../support/matches/found-highlights.ts";
import { makeNoMatch, NO_MATCHES } from "../../../support/matches/no-matches.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const SAMPLE = fileURLToPath(new URL("../../../../deploy/sample/sample.mp4", import.meta.url));
const CLAIMS =
  /crowd|cheer|applause|replay|celebrat|whistle|commentator|caster|referee|goal|score|play|director/i;

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

test("a talk that is sent as football has moments that claim nothing but what was measured, and a notice", async (t) => {
  const { moments, notice } = await selectMoments(t, tools, { path: SAMPLE, category: "FOOTBALL" });
  t.diagnostic(moments.map(({ reason }) => reason).join(" "));
  assert.ok(moments.length > 0);
  for (const { reason } of moments) assert.doesNotMatch(reason, CLAIMS);
  assert.match(notice ?? "", /^No match was recognized/);
});

for (const kind of NO_MATCHES) {
  test(`a ${kind} is no match of any sport`, async (t) => {
    const path = join(await temporaryFolder(t), "film.mp4");
    await makeNoMatch(path, kind);
    const { evidence, measured, reasons } = await judgeEverySport(t, tools, path);
    t.diagnostic(JSON.stringify(measured));
    for (const [category, sum] of Object.entries(evidence)) assert.ok(sum < 1, `${category}: ${sum}`);
    for (const reason of reasons) assert.doesNotMatch(reason, CLAIMS);
  });
}
