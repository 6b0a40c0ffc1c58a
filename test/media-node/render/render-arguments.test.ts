import assert from "node:assert/strict";
import { test } from "node:test";
import { audioArgs } from "../../../media-node/ffmpeg/decode-audio.ts";
import { encodersOf, SOFTWARE_ENCODER } from "../../../media-node/ffmpeg/video-encoder-settings.ts";
import { type FramingPlan, raisedTop, wholeClip } from "../../../media-node/render/framing-plan.ts";
import {
  audioCommand,
  type RenderPlan,
  renderArguments,
} from "../../../media-node/render/render-arguments.ts";
import type { SourceInfo } from "../../../media-node/source/probe-source.ts";

const VIDEO = {
  specifier: "v:0",
  width: 1_920,
  height: 1_080,
  frameRate: 25,
  mayBeInterlaced: false,
  color: { matrix: "bt709", transfer: "sdr" },
} as const;
const AUDIO = { specifier: "a:1", channels: 2 } as const;
const SOURCE: SourceInfo = { durationS: 60, video: VIDEO, audio: AUDIO, subtitle: null };
const STILL = { speed: 0, half: 0 };
const CROP: FramingPlan = wholeClip("STATIC_CROP", {
  kind: "crop",
  crop: { width: 608, height: 1_080 },
  y: 0,
  path: [
    { startFrame: 0, at: 100, ...STILL },
    { startFrame: 40, at: 700, ...STILL },
    { startFrame: 90, at: 20, ...STILL },
  ],
});
const PLAN: RenderPlan = {
  sourcePath: "/scratch/source.bin",
  source: SOURCE,
  startS: 12.5,
  durationS: 20,
  frameRate: 25,
  target: { width: 1_080, height: 1_920 },
  framing: CROP,
  captioned: true,
  encoderThreads: 3,
  gainDb: 3.25,
};

function valueAfter(args: readonly string[], option: string): string | undefined {
  return args[args.indexOf(option) + 1];
}

function graphOf(changes: Partial<RenderPlan>): string {
  return valueAfter(renderArguments({ ...PLAN, ...changes }), "-filter_complex") ?? "";
}

function withVideo(changes: object): Partial<RenderPlan> {
  return { source: { ...SOURCE, video: { ...VIDEO, ...changes } } };
}

test("the source is opened with allowlists, from the key frame before the clip's start", () => {
  const args = renderArguments(PLAN);
  const input = args.slice(0, args.indexOf("-i") + 2);
  assert.equal(valueAfter(input, "-protocol_whitelist"), "file");
  assert.ok(!/hls|concat|dash|image2|lavfi/.test(valueAfter(input, "-format_whitelist") ?? "lavfi"));
  assert.equal(valueAfter(input, "-ss"), "12.500000");
  assert.ok(input.includes("-noaccurate_seek"));
  assert.ok(!input.includes("-t"), "what is held would count as part of the length");
  assert.equal(valueAfter(input, "-i"), "file:/scratch/source.bin");
});

test("threads, length and size of the output are bounded", () => {
  const args = renderArguments(PLAN);
  const output = args.slice(args.indexOf("-i") + 2);
  assert.deepEqual(
    args.filter((_, index) => args[index - 1] === "-threads"),
    ["3", "3"],
  );
  assert.equal(valueAfter(args, "-filter_complex_threads"), "3");
  assert.equal(valueAfter(output, "-t"), "20.000000");
  assert.ok(Number(valueAfter(output, "-fs")) > 0);
});

test("a crop moves on the frames where shots begin", () => {
  assert.match(
    graphOf({}),
    /crop=w=608:h=1080:x='if\(lt\(n,40\),100,if\(lt\(n,90\),700,20\)\)':y=0:exact=1,scale=1080:1920/,
  );
});

test("letterbox and wings show the whole source", () => {
  assert.match(
    graphOf({ framing: wholeClip("LETTERBOX", { kind: "letterbox" }) }),
    /scale=1080:608[^[]*pad=1080:1920/,
  );
  const wings = graphOf({ framing: wholeClip("BLURRED_WINGS", { kind: "wings" }) });
  assert.match(
    wings,
    /scale=1080:608[^[]*split=2\[front\]\[back\];\[back\][^;]*boxblur[^;]*\[wings\];\[wings\]\[front\]overlay/,
  );
});

test("a whole source of nearly the frame's shape fills it: bars of a pixel or two look like a fault", () => {
  const framings = [
    wholeClip("LETTERBOX", { kind: "letterbox" }),
    wholeClip("BLURRED_WINGS", { kind: "wings" }),
  ];
  for (const framing of framings) {
    for (const [width, height] of [
      [406, 720],
      [404, 720],
      [608, 1_080],
    ] as const) {
      const graph = graphOf({ framing, ...withVideo({ width, height }) });
      assert.match(graph, /scale=1080:1920/, `${framing.style} of ${width} × ${height}`);
    }
    const taller = graphOf({ framing, ...withVideo({ width: 608, height: 1_120 }) });
    assert.match(taller, /scale=1042:1920/);
  }
});

test("a whole source makes room for captions, inside of what players leave free", () => {
  const framing = wholeClip("BLURRED_WINGS", { kind: "wings" });
  assert.match(graphOf({ framing, captioned: false }), /overlay=\(W-w\)\/2:\(H-h\)\/2/);
  // 608 high around the middle between 14 % and 62 % of 1920: two rows of captions end at 65 %.
  assert.match(graphOf({ framing, captioned: true }), /overlay=\(W-w\)\/2:426,/);
  const barred = wholeClip("LETTERBOX", { kind: "letterbox" });
  assert.match(graphOf({ framing: barred, captioned: false }), /pad=1080:1920:\(ow-iw\)\/2:\(oh-ih\)\/2/);
  assert.match(graphOf({ framing: barred, captioned: true }), /pad=1080:1920:\(ow-iw\)\/2:426/);
  const atTop = { captioned: true, captionsAtTop: true };
  assert.match(graphOf({ framing, ...atTop }), /overlay=\(W-w\)\/2:\(H-h\)\/2,/);
  assert.match(graphOf({ framing: barred, ...atTop }), /pad=1080:1920:\(ow-iw\)\/2:\(oh-ih\)\/2/);
  const square = { width: 1_080, height: 1_080 };
  assert.equal(raisedTop(square, { width: 1_080, height: 1_920 }), 268);
  assert.equal(raisedTop({ width: 1_080, height: 608 }, square), 236);
  assert.equal(raisedTop({ width: 1_080, height: 1_800 }, { width: 1_080, height: 1_920 }), 60);
});

test("a camera that moves is cut wider, scaled, and cut to a pixel of the clip", () => {
  const path = [{ startFrame: 0, at: 10, speed: 2, half: 0.5 }];
  const layout = { kind: "crop", crop: { width: 608, height: 1_080 }, y: 0, path } as const;
  assert.match(
    graphOf({ framing: wholeClip("DYNAMIC_CROP", layout) }),
    /crop=w=610:h=1080:x='st\(0,10\+n\*\(2\+n\*0\.5\)\);min\([^']*'.*scale=1084:1920.*crop=w=1080:h=1920:x='st/,
  );
});

test("two faces are stacked, each cut for its half", () => {
  const upper = { x: 0, y: 10, width: 450, height: 400 };
  const lower = { x: 1_000, y: 20, width: 450, height: 400 };
  assert.match(
    graphOf({ framing: wholeClip("SPLIT_SCREEN", { kind: "split", upper, lower }) }),
    /split=2\[u\]\[l\];\[u\]crop=w=450:h=400:x=0:y=10.*scale=1080:960.*\[upper\];\[l\]crop=.*:x=1000.*\[upper\]\[lower\]vstack/,
  );
});

test("stretches are cut by frames, filtered apart, and put together with times anew", () => {
  const crop = CROP.stretches[0]?.layout ?? { kind: "letterbox" };
  const stretches = [
    { startFrame: 0, layout: { kind: "wings" } as const },
    { startFrame: 30, layout: crop },
  ];
  const graph = graphOf({ framing: { style: "STATIC_CROP", stretches } });
  assert.match(graph, /split=2\[part0\]\[part1\];\[part0\]trim=start_frame=0:end_frame=30,.*\[back0\]/);
  assert.match(graph, /\[part1\]trim=start_frame=30,setpts=PTS-STARTPTS,crop=[^[]*if\(lt\(n,10\),100/);
  assert.match(graph, /\[done0\]\[done1\]concat=n=2:v=1:a=0,setpts=N\/\(25\*TB\),fps=fps=25,ass=/);
});

test("captions are drawn last, from a file with a fixed name", () => {
  assert.match(graphOf({}), /,ass=captions\.ass:fontsdir=fonts,setsar=1,format=yuv420p\[video\]/);
  assert.ok(!graphOf({ captioned: false }).includes("ass="));
});

test("only sources that may be interlaced are deinterlaced, and only wide gamuts tone-mapped", () => {
  assert.ok(!/yadif|zscale/.test(graphOf({})));
  assert.match(
    graphOf(withVideo({ mayBeInterlaced: true })),
    /^\[0:v:0\]scale=[^[]*:interl=-1,pad=[^[]*,yadif/,
  );
  const hdr = graphOf(withVideo({ color: { matrix: "bt2020", transfer: "pq" } }));
  assert.match(
    hdr,
    /scale=1080:1920:flags=bicubic:in_range=tv:out_range=tv,format=yuv420p10le,zscale=tin=smpte2084/,
  );
});

test("sound is levelled, limited, padded to the clip's length and faded at the cuts", () => {
  const sound = graphOf({}).split(";").at(-1) ?? "";
  assert.match(
    sound,
    /^\[0:a:1\]atrim=end=20\.500000,atrim=start=0\.000000,aresample.*volume=3\.25dB.*alimiter=.*apad,atrim=end=20\.000000/,
  );
  assert.match(sound, /afade=t=in:d=0\.03,afade=t=out:st=19\.970000:d=0\.03\[audio\]$/);
});

test("a source without audio gets silence", () => {
  assert.match(
    graphOf({ source: { ...SOURCE, audio: null } }),
    /anullsrc=r=48000:cl=stereo,atrim=end=20\.000000\[audio\]$/,
  );
});

test("a source without video is refused", () => {
  assert.throws(() => renderArguments({ ...PLAN, source: { ...SOURCE, video: null } }), {
    code: "SOURCE_UNSUPPORTED",
  });
});

test("the gain is found from the clip's sound alone, on the clock and in the form of the render's", () => {
  const args = audioArgs(audioCommand(PLAN, AUDIO));
  const input = args.slice(0, args.indexOf("-i"));
  assert.equal(valueAfter(input, "-ss"), "12.500000");
  assert.equal(valueAfter(args, "-map"), "0:a:1");
  assert.ok(args.includes("-vn"));
  const [, filters = ""] = /^atrim=start=0:end=20\.000000,(.*)$/.exec(valueAfter(args, "-af") ?? "") ?? [];
  assert.ok(graphOf({}).includes(`,${filters},volume=3.25dB`), filters);
});

test("every encoder gets the same key frames, colours and sound as libx264, and its own settings", () => {
  const settingsOf = (name: "libx264" | "h264_nvenc" | "h264_qsv" | "h264_vaapi") => {
    const [encoder = SOFTWARE_ENCODER] = encodersOf(name, ["/dev/dri/renderD128"]);
    const args = renderArguments({ ...PLAN, encoder });
    const at = args.indexOf("-c:v");
    const { length } = encoder.outputArgs;
    assert.deepEqual(args.slice(at, at + length), encoder.outputArgs);
    return args.slice(at + length);
  };
  const names = ["h264_nvenc", "h264_qsv", "h264_vaapi"] as const;
  for (const name of names) assert.deepEqual(settingsOf(name), settingsOf("libx264"), name);
  assert.equal(valueAfter(settingsOf("libx264"), "-g"), "50");
});

test("frames are brought to an encoder's device behind all other filters", () => {
  const [encoder = SOFTWARE_ENCODER] = encodersOf("h264_vaapi", ["/dev/dri/renderD129"]);
  const args = renderArguments({ ...PLAN, encoder });
  assert.ok(args.indexOf("-vaapi_device") < args.indexOf("-i"));
  assert.equal(valueAfter(args, "-vaapi_device"), "/dev/dri/renderD129");
  assert.equal(valueAfter(args, "-map"), "[uploaded]");
  const graph = valueAfter(args, "-filter_complex") ?? "";
  assert.match(graph, /,format=yuv420p\[video\];.*;\[video\]format=nv12,hwupload\[uploaded\]$/);
});
