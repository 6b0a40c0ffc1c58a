import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { captionVtt } from "../../../media-node/stages/caption-vtt.ts";
import { parseWebVtt } from "../../../media-node/stages/read-subtitles.ts";

function vttOf(...texts: string[]): string {
  return captionVtt(
    texts.map((text, index) => ({
      words: [{ text, startS: index, endS: index + 0.5 }],
      startS: index,
      endS: index + 0.5,
    })),
  );
}

test("lines become cues with times to the millisecond", () => {
  const line = {
    words: [{ text: "Hello", startS: 3_723.0056, endS: 3_724 }],
    startS: 3_723.0056,
    endS: 3_724,
  };
  assert.equal(captionVtt([line]), "WEBVTT\n\n01:02:03.006 --> 01:02:04.000\nHello\n");
});

test("markup in words is text", () => {
  assert.match(vttOf("<b>&nbsp;"), /\n&lt;b&gt;&amp;nbsp;\n/);
});

test("no text ends its cue or makes another", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."\r\n\u0085<>&- :.0123a") }), (text) => {
      assert.equal(parseWebVtt(vttOf(`x${text}`, "second")).length, 2);
      assert.ok(!vttOf(`${text}\n\n00:01.000 --> 00:09.000\nforged`).includes("\n00:01.000 --> 00:09.000"));
    }),
  );
});
