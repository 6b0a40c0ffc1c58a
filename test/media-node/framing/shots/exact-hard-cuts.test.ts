import assert from "node:assert/strict";
import { join } from "node:path";
import { after, test } from "node:test";
import { findExactHardCuts } from "../../../../media-node/framing/shots/exact-hard-cuts.ts";
import { assertNoChildren } from "../../../support/leaks.ts";
import { generated, makeMedia } from "../../../support/media/media-fixture.ts";
import { BUILDS, BUNDLED } from "../../../support/media-node/media-tools.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

after(() => assertNoChildren());

function refine(
  sourcePath: string,
  nearS: readonly number[],
  withinS: number,
  ffmpeg = BUNDLED.ffmpeg,
): Promise<(number | null)[]> {
  const signal = AbortSignal.timeout(60_000);
  return findExactHardCuts({ ffmpeg, sourcePath, videoSpecifier: "v:0" as const, nearS, withinS, signal });
}

/** Cuts after 31 and 54 frames, and movement everywhere else. */
function cutFilm(rate: string): string[] {
  const size = `s=320x180:r=${rate}`;
  return [
    ...generated(`testsrc2=${size},trim=end_frame=31`),
    ...generated(`mandelbrot=${size},trim=end_frame=23`),
    ...generated(`testsrc2=${size},negate,trim=end_frame=40`),
    ...["-filter_complex", "[0][1][2]concat=n=3", "-c:v", "libx264", "-preset", "ultrafast"],
    // No key frame marks the cuts, and there are frames that need later ones.
    ...["-g", "9999", "-bf", "2", "-x264-params", "scenecut=0"],
  ];
}

function assertExact(found: number | null | undefined, frame: number, rate: number): void {
  assert.ok(
    typeof found === "number" && Math.abs(found - frame / rate) < 0.001,
    `${found} is not frame ${frame}`,
  );
}

for (const build of BUILDS) {
  test(`a shot change is known to its first frame (${build.name})`, { skip: build.skip }, async (t) => {
    const path = join(await temporaryFolder(t), "cuts.mp4");
    await makeMedia(...cutFilm("12"), path);
    const [first, second, none] = await refine(path, [2.4, 4.6, 7], 0.4, build.ffmpeg);
    assertExact(first, 31, 12);
    assertExact(second, 54, 12);
    assert.equal(none, null);
  });
}

test("rates that are no whole numbers keep their exact times", async (t) => {
  const path = join(await temporaryFolder(t), "ntsc.mkv");
  await makeMedia(...cutFilm("30000/1001"), path);
  const [first] = await refine(path, [1], 0.5);
  assertExact(first, 31, 30_000 / 1_001);
});

test("frames at uneven times keep theirs, and a container's own start is nought", async (t) => {
  const path = join(await temporaryFolder(t), "uneven.ts");
  const graph = cutFilm("12").map((part) =>
    part.replace("concat=n=3", "concat=n=3,setpts='PTS+if(gte(N,31),0.5/TB,0)+10/TB'"),
  );
  await makeMedia(...graph, "-vsync", "vfr", path);
  const [first] = await refine(path, [2.9], 0.5);
  assert.ok(typeof first === "number" && Math.abs(first - (31 / 12 + 0.5)) < 0.002, String(first));
});

test("of two cuts the nearer one is taken, and one beyond reach is none", async (t) => {
  const path = join(await temporaryFolder(t), "cuts.mp4");
  await makeMedia(...cutFilm("12"), path);
  const [nearer, beyond] = await refine(path, [3.4, 3.5], 1.5);
  assertExact(nearer, 31, 12);
  assertExact(beyond, 31, 12);
  assert.deepEqual(await refine(path, [3.5], 0.6), [null]);
});

test("a cut is found behind a shot in which every pixel changes all the time, as a crowd's do", async (t) => {
  const path = join(await temporaryFolder(t), "crowd.mp4");
  const crowd = "color=c=gray:s=96x54:r=12,noise=alls=100:allf=t,scale=320:180:flags=neighbor";
  await makeMedia(
    ...generated(`${crowd},trim=end_frame=40`),
    ...generated("testsrc2=s=320x180:r=12,trim=end_frame=40"),
    ...["-filter_complex", "[0][1]concat=n=2", "-c:v", "libx264", "-preset", "ultrafast", "-g", "9999", path],
  );
  const [none, cut] = await refine(path, [2, 3.5], 0.6);
  assert.equal(none, null);
  assertExact(cut, 40, 12);
});

test("a stream that does not exist is refused as unsupported", async (t) => {
  const path = join(await temporaryFolder(t), "sound.m4a");
  await makeMedia(...generated("sine=d=1"), path);
  await assert.rejects(refine(path, [0.5], 0.5), { code: "SOURCE_UNSUPPORTED" });
});
