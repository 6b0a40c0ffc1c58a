// What tasks are called, whatever strangers write.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { nameOfPrompt, nameOfText, nameOfUrl } from "../../../../control-plane/tasks/create/task-name.ts";
import { anyCharacter } from "../../../support/any-character.ts";

test("an address is called by the last part of its path, and by its host where it has none", () => {
  for (const [url, name] of [
    ["https://videos.example.com/2026/talk.mp4", "talk.mp4"],
    ["https://videos.example.com/b%C3%BChne%20%231/", "bühne #1"],
    ["https://videos.example.com/100%25%ZZ.mp4", "100%25%ZZ.mp4"],
    ["https://videos.example.com", "videos.example.com"],
    ["https://videos.example.com:8443//", "videos.example.com:8443"],
    ["https://videos.example.com/%20%E2%80%8B", "videos.example.com"],
  ] as const) {
    assert.equal(nameOfUrl(url), name, url);
  }
});

test("neither credentials nor a query nor a fragment of an address become a name", () => {
  for (const path of ["", "/", "/talk.mp4"]) {
    const name = nameOfUrl(`https://ada:secret@videos.example.com${path}?key=secret#secret`);
    assert.equal(name, path.length > 1 ? "talk.mp4" : "videos.example.com");
  }
});

test("a file is called as its client called it, in one line that turns nothing round", () => {
  assert.equal(nameOfText("Holiday in Málaga.MP4"), "Holiday in Málaga.MP4");
  assert.equal(nameOfText("<img src=x onerror=alert(1)>.mp4"), "<img src=x onerror=alert(1)>.mp4");
  assert.equal(nameOfText("photo\u202egpj.\r\n\u0000exe"), "photogpj. exe");
  assert.equal(nameOfText("سرد \u2067قصة\u2069.mp4"), "سرد قصة.mp4");
});

test("what nobody can see is no name", () => {
  for (const text of ["", "\n\u0000", "\u202e\u2066", "\u200b\u00ad\u3164", "\u2800"]) {
    assert.equal(nameOfText(text), null, JSON.stringify(text));
  }
});

test("a prompt is called by its beginning, which ends behind a word", () => {
  assert.equal(nameOfPrompt("a lighthouse at dawn"), "a lighthouse at dawn");
  const long = nameOfPrompt(`${"seven  ".repeat(1_500)}end`);
  assert.equal(long, `${"seven ".repeat(13).trim()}…`);
  assert.equal(nameOfPrompt(`Ein ${"x".repeat(100)}`), `Ein ${"x".repeat(75)}…`, "no word ends late enough");
  assert.equal(nameOfPrompt("灯".repeat(90)), `${"灯".repeat(79)}…`);
});

test("an input without a text as its prompt has no name", () => {
  for (const prompt of [undefined, null, 7, ["a"], {}]) assert.equal(nameOfPrompt(prompt), null);
});

test("a name is cut between whole characters", () => {
  const family = "👨‍👩‍👧";
  assert.equal(nameOfText(family.repeat(50)), `${family.repeat(23)}…`);
});

test("no text of any length makes a name that is long, in several lines, or has control characters", () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 300 });
  fc.assert(
    fc.property(text, fc.constantFrom(1, 500), (unit, times) => {
      for (const name of [nameOfText(unit.repeat(times)), nameOfPrompt(unit.repeat(times))]) {
        if (name === null) continue;
        assert.ok(Array.from(name).length <= 120);
        assert.doesNotMatch(name, /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      }
    }),
  );
});
