import assert from "node:assert/strict";
import { test } from "node:test";
import { audioArgs, decodeCommand } from "../../../media-node/ffmpeg/decode-audio.ts";
import { overviewArgs } from "../../../media-node/framing/shots/analyze-video.worker.ts";

const RANGE = { ffmpeg: "ffmpeg", sourcePath: "/data/source.mp4", startS: 4.5, endS: 10 };

/** The value that follows an option. */
function optionValue(args: readonly string[], option: string): string | undefined {
  return args[args.indexOf(option) + 1];
}

test("audio is decoded from one stream to 16 kHz on a pipe, with silence where the stream has none", () => {
  const args = audioArgs(decodeCommand({ ...RANGE, audioSpecifier: "a:3" as const, channels: 1 }));
  assert.equal(optionValue(args, "-ss"), "4.500000");
  assert.ok(args.indexOf("-ss") < args.indexOf("-i"));
  assert.equal(optionValue(args, "-map"), "0:a:3");
  assert.equal(
    optionValue(args, "-af"),
    "atrim=start=0:end=5.500000,aformat=sample_fmts=s16:sample_rates=16000:channel_layouts=mono,aresample=async=1:first_pts=0",
  );
  assert.deepEqual(args.slice(-5), ["-f", "s16le", "-c:a", "pcm_s16le", "pipe:1"]);
});

test("the overview decodes only the frames asked for, and opens the file with the allowlists", () => {
  const args = overviewArgs({ ...RANGE, videoSpecifier: "v:0" as const }, "nokey");
  assert.equal(optionValue(args, "-skip_frame"), "nokey");
  assert.ok(args.indexOf("-skip_frame") < args.indexOf("-i"));
  assert.equal(optionValue(args, "-protocol_whitelist"), "file");
  assert.match(
    optionValue(args, "-vf") ?? "",
    /^scale=64:36:flags=area,format=gray,pad=64:37,geq=.*,fps=fps=2:start_time=0,trim=end=5\.500000$/,
  );
});

test("times of a broadcast are copied, and moved to the seek by the file's own clock", () => {
  const args = audioArgs(decodeCommand({ ...RANGE, audioSpecifier: "a:0" as const, clockStartS: 34_567.4 }));
  assert.ok(args.includes("-copyts"));
  assert.equal(optionValue(args, "-itsoffset"), "-34571.899999");
});
