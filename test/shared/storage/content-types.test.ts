import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { contentTypeOf } from "../../../shared/storage/content-types.ts";

test("media of the common kinds are served as what they are: Firefox and Safari play nothing that is named otherwise", () => {
  const kinds: Readonly<Record<string, string>> = {
    mp4: "video/mp4",
    m4v: "video/mp4",
    mov: "video/quicktime",
    webm: "video/webm",
    mkv: "video/x-matroska",
    avi: "video/x-msvideo",
    ogv: "video/ogg",
    mp3: "audio/mpeg",
    wav: "audio/wav",
    m4a: "audio/mp4",
    ogg: "audio/ogg",
    opus: "audio/ogg",
    flac: "audio/flac",
    aac: "audio/aac",
  };
  for (const [ending, type] of Object.entries(kinds)) {
    assert.equal(contentTypeOf(`uploads/account_1/upload_1.${ending}`), type);
  }
});

test("whatever an upload is called, it is served as nothing that a browser would run", () => {
  const harmless =
    /^(?:(?:audio|video)\/[a-z0-9-]+|image\/(?:jpeg|png|webp)|text\/vtt; charset=utf-8|application\/(?:octet-stream|json|gzip|x-subrip; charset=utf-8))$/;
  const runnable = ["html", "htm", "xhtml", "xht", "shtml", "svg", "svgz", "xml", "xsl", "js", "mjs", "css"];
  const others = ["wasm", "pdf", "swf", "mht", "mhtml", "vtt", "json", "gz", "", "constructor", "__proto__"];
  for (const ending of [...runnable, ...others]) {
    const type = contentTypeOf(`uploads/account_1/upload_1.${ending}`);
    assert.match(type, harmless, ending);
    if (runnable.includes(ending)) assert.equal(type, "application/octet-stream", ending);
  }
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9]{1,8}$/), (ending) => {
      assert.match(contentTypeOf(`uploads/account_1/upload_1.${ending}`), harmless);
    }),
  );
});
