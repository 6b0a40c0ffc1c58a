// Sources about as long as the shortest clip that is asked for: the whole of them is the clip.
import assert from "node:assert/strict";
import { after, type TestContext, test } from "node:test";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated } from "../../../support/media/media-fixture.ts";
import { mediaTools } from "../../../support/media-node/media-pools.ts";
import { selectClipsOf } from "../../../support/media-node/select-clips-of.ts";

const { tools, close } = await mediaTools();
after(async () => {
  await close();
  await assertNoChildren();
});

function select(t: TestContext, made: readonly string[], subtitles: string | null = null) {
  return selectClipsOf(t, tools, made, subtitles);
}

const ROOM =
  /^Only 1 of the 2 clips asked for could be cut: in 5 s there is no room for more that last 5 s or longer\./;

test("a source of 5 s whose last subtitle is shown beyond its end is one clip of 5 s", async (t) => {
  const subtitles =
    "1\n00:00:00,000 --> 00:00:02,400\nThis is the first thing.\n\n" +
    "2\n00:00:02,500 --> 00:00:06,000\nAnd this goes on to the end.\n";
  const film = [...generated("testsrc2=s=160x90:r=25:d=5"), ...generated("sine=d=5")];
  const { spans, notice } = await select(t, film, subtitles);
  assert.deepEqual(spans, [[0, 5]]);
  assert.match(notice, ROOM);
});

test("a source of 5 s without audio is one clip of 5 s", async (t) => {
  const { spans, notice } = await select(t, generated("testsrc2=s=160x90:r=25:d=5"));
  assert.deepEqual(spans, [[0, 5]]);
  assert.match(notice, ROOM);
});

test("a source that lacks a frame of the shortest length is one clip all the same", async (t) => {
  const { spans } = await select(t, [...generated("testsrc2=s=160x90:r=24000/1001"), "-t", "4.96"]);
  assert.deepEqual(spans, [[0, 4.963]]);
});

test("a source that lacks half a second finds nothing, and the message has its length", async (t) => {
  await assert.rejects(select(t, generated("testsrc2=s=160x90:r=25:d=4.48")), {
    code: "NO_MOMENTS_FOUND",
    message: /5 s to 15 s.*has only 4\.48 s/,
  });
});
