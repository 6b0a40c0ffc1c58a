import assert from "node:assert/strict";
import { test } from "node:test";
import { joinArguments, partList } from "../../../media-node/reel/join-reel.ts";

test("the list names links of ours, with lengths whose sums are never off by more than a rounding", () => {
  const frameCounts = Array.from({ length: 60 }, (_, index) => 31 + index);
  const list = partList(frameCounts, 23.976);
  assert.match(list, /^file 'part-0.mp4'\nduration 1.292960\nfile 'part-1.mp4'\nduration 1.334668\n/);
  let [totalS, frames] = [0, 0];
  for (const [index, [, duration]] of [...list.matchAll(/duration (\S+)/g)].entries()) {
    totalS += Number(duration);
    frames += frameCounts[index] ?? 0;
    assert.ok(Math.abs(totalS - frames / 23.976) < 1e-6);
  }
});

test("nothing is encoded again, and only local files are read", () => {
  const args = joinArguments("/scratch/audio.mp4", "reel.mp4");
  assert.equal(args[args.indexOf("-c") + 1], "copy");
  assert.equal(args.filter((arg) => arg === "-protocol_whitelist").length, 2);
  assert.ok(!args.includes("-safe"));
});
