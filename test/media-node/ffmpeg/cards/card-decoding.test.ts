import assert from "node:assert/strict";
import { test } from "node:test";
import { cardInput, shrunkOnCard, watchedOnCard } from "../../../../media-node/ffmpeg/cards/card-decoding.ts";
import { untrustedInput } from "../../../../media-node/ffmpeg/ffmpeg.ts";
import { overviewArgs } from "../../../../media-node/framing/shots/analyze-video.worker.ts";
import { stampedFramesArgs } from "../../../../media-node/framing/shots/stamped-frames.ts";

const RANGE = {
  ffmpeg: "ffmpeg",
  sourcePath: "/data/source.mp4",
  videoSpecifier: "v:2" as const,
  startS: 4,
  endS: 94,
};
const FRAMES = { ...RANGE, size: { width: 192, height: 108 }, perS: 4, decoding: ["-skip_frame", "noref"] };
const ON_CARD_3 = [
  ...["-xerror", "-hwaccel", "cuda", "-hwaccel_device", "3"],
  ...["-hwaccel_output_format", "cuda", "-threads", "1"],
];

function filtersOf(args: readonly string[]): string {
  return args[args.indexOf("-vf") + 1] ?? "";
}

test("without a card the overview's arguments are the processor's, with nothing added", () => {
  const extra = [
    ...["-noaccurate_seek", "-noautorotate", "-reinit_filter", "0", "-discard:v:2", "nokey"],
    ...["-skip_frame", "nokey", "-skip_loop_filter", "all"],
  ];
  const stamp = "mod(floor(max(T,0)*100/pow(256,X)),256)*lt(X,4)";
  const filters = [
    ...["scale=64:36:flags=area", "format=gray", "pad=64:37"],
    `geq=lum='if(gte(Y,36),${stamp},lum(X,Y))'`,
    ...["fps=fps=2:start_time=0", "trim=end=90.000000"],
  ];
  const expected = [
    ...untrustedInput("/data/source.mp4", { seekS: 4, extra }),
    ...["-map", "0:v:2", "-an", "-sn", "-dn", "-vf", filters.join(",")],
    ...["-f", "rawvideo", "-c:v", "rawvideo", "-pix_fmt", "gray", "pipe:1"],
  ];
  assert.deepEqual(overviewArgs(RANGE, "nokey"), expected);
  assert.deepEqual(overviewArgs(RANGE, "nokey", null), expected);
});

test("without a card a match's frames are asked for as the processor gives them, with nothing added", () => {
  const extra = ["-noaccurate_seek", "-skip_frame", "noref", "-noautorotate", "-reinit_filter", "0"];
  const chosen = "select='isnan(prev_selected_t)+gt(floor(t*4),floor(prev_selected_t*4))'";
  const stamp = "mod(floor(max(T,0)*1000000/pow(256,X)),256)*lt(X,4)";
  const graph = [
    `trim=start=0:end=90.000000,${chosen},scale=192:108:flags=area,format=gray,split=2[frame][row]`,
    `[row]crop=192:1:0:0,geq=lum='${stamp}'[time]`,
    "[frame][time]vstack=inputs=2,setpts=N/25/TB",
  ];
  const expected = [
    ...untrustedInput("/data/source.mp4", { seekS: 4, extra }),
    ...["-map", "0:v:2", "-an", "-sn", "-dn", "-vf", graph.join(";")],
    ...["-r", "25", "-f", "rawvideo", "-c:v", "rawvideo", "-pix_fmt", "gray", "pipe:1"],
  ];
  assert.deepEqual(stampedFramesArgs(FRAMES), expected);
  assert.deepEqual(stampedFramesArgs({ ...FRAMES, card: null }), expected);
  assert.deepEqual([cardInput(null), shrunkOnCard(null, FRAMES.size)], [[], []]);
  assert.deepEqual(watchedOnCard(null), {});
});

test("a card is named before its input, keeps its frames, and may not leave any out", () => {
  assert.deepEqual(cardInput(3), ON_CARD_3);
  for (const args of [overviewArgs(RANGE, "noref", 3), stampedFramesArgs({ ...FRAMES, card: 3 })]) {
    const at = args.indexOf("-xerror");
    assert.deepEqual(args.slice(at, at + ON_CARD_3.length + 1), [...ON_CARD_3, "-i"]);
  }
});

test("frames are halved on the card while they have twice the wanted size, then fetched and fitted", () => {
  const isLarge = "gte(iw,256)*gte(ih,144)";
  const halve =
    `scale_cuda=w='if(${isLarge},2*trunc(iw/4),iw)':h='if(${isLarge},2*trunc(ih/4),ih)'` +
    ":interp_algo=bilinear:format=nv12";
  const onCard = [halve, halve, halve, halve, halve, "hwdownload", "format=nv12"];
  assert.deepEqual(shrunkOnCard(0, { width: 64, height: 36 }), onCard);
  const withoutCard = filtersOf(overviewArgs(RANGE, "nokey"));
  assert.equal(filtersOf(overviewArgs(RANGE, "nokey", 0)), `${onCard.join(",")},${withoutCard}`);
});

test("of a match's frames only the chosen ones are halved and fetched", () => {
  const graph = filtersOf(stampedFramesArgs({ ...FRAMES, card: 1 }));
  const shrunk = shrunkOnCard(1, FRAMES.size).join(",");
  assert.match(graph, /^trim=[^,]*,select='[^']*',scale_cuda=/);
  const numbered = graph.replace("setpts='floor(max(T,0)*4)'/25/TB", "setpts=N/25/TB");
  assert.equal(numbered.replace(`${shrunk},`, ""), filtersOf(stampedFramesArgs(FRAMES)));
});

test("a run on a card is watched, so that a hanging driver is ended", () => {
  assert.equal(typeof watchedOnCard(0).onProgressS, "function");
});
