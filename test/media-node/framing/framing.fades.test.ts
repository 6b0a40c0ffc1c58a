// Clips that begin or end in black or white, or change through it: the shot is framed as if it had been there.
import assert from "node:assert/strict";
import { test } from "node:test";
import { generated, makeMedia } from "../../support/media/media-fixture.ts";
import { createSharedFilms } from "../../support/media/shared-films.ts";
import { BUILDS } from "../../support/media-node/media-tools.ts";
import { createRenderer } from "../../support/media-node/rendering.ts";

const renderer = createRenderer();
const films = createSharedFilms();

/** Something that moves on one side of a frame with detail all over. */
function scene(side: number, durationS: number): string {
  const wall = "nullsrc=s=320x180:r=25:d=0.04,geq=lum='90+45*sin(X/9)*sin(Y/8)+20*sin(X/50)':cb=128:cr=128";
  const room = `${wall},loop=loop=${25 * durationS - 1}:size=1`;
  const subject = `color=c=0xd0d0d0:s=40x90:r=25:d=${durationS}`;
  return `${room}[room];${subject}[subject];[room][subject]overlay=x='${side}+12*sin(7*t)':y=60:shortest=1`;
}

const LEFT = scene(50, 4);
const FADES: Readonly<Record<string, string>> = {
  "fades in from black": `${LEFT},fade=t=in:d=1`,
  "fades in from white": `${LEFT},fade=t=in:d=1:color=white`,
  "is black for a second and fades in slowly": `${LEFT},fade=t=in:st=1:d=1.6`,
  "fades out": `${LEFT},fade=t=out:st=2.8:d=1`,
  "is black, and then there": `${LEFT},drawbox=t=fill:color=black:enable='lt(t,1)'`,
  "flashes white": `${LEFT},drawbox=t=fill:color=white:enable='between(t,1.5,1.9)'`,
};

async function frame(name: string, graph: string, build: (typeof BUILDS)[number]) {
  const encoded = ["-c:v", "libx264", "-preset", "ultrafast"];
  const path = await films(`${name}.mp4`, (file) => makeMedia(...generated(graph), ...encoded, file));
  return (await renderer.plan(path, { build, durationS: 4, widthPx: 180 })).framing;
}

for (const build of BUILDS) {
  const options = { skip: build.skip };
  for (const [what, graph] of Object.entries(FADES)) {
    test(`a clip that ${what} is one crop with ${build.name}`, options, async () => {
      const { style, stretches } = await frame(what, graph, build);
      assert.equal(style, "STATIC_CROP", JSON.stringify(stretches));
      assert.equal(stretches.length, 1, JSON.stringify(stretches));
      const { layout } = stretches[0] ?? {};
      assert.ok(layout?.kind === "crop");
      const path = layout.path.map(({ at }) => Math.round(at));
      assert.ok(
        path.every((at) => at < 62 && at + 102 > 80),
        path.join(),
      );
    });
  }

  test(`two scenes with black between them are two shots with ${build.name}`, options, async () => {
    const [one, other] = [`${scene(50, 2)},fade=t=out:st=1.5:d=0.5`, `${scene(220, 2)},fade=t=in:d=0.5`];
    const labels = (graph: string, name: string): string =>
      graph.replaceAll("[room]", `[room${name}]`).replaceAll("[subject]", `[subject${name}]`);
    const graph = `${labels(one, "a")}[one];${labels(other, "b")}[other];[one][other]concat=n=2`;
    const { stretches } = await frame("two scenes", graph, build);
    const crops = stretches.flatMap(({ layout }) => (layout.kind === "crop" ? layout.path : []));
    assert.equal(crops.length, 2, JSON.stringify(stretches));
    assert.ok(Math.abs((crops[1]?.startFrame ?? 0) - 50) <= 8, JSON.stringify(crops));
    assert.ok((crops[0]?.at ?? 0) < 62 && (crops[1]?.at ?? 0) > 110, JSON.stringify(crops));
  });
}
