import assert from "node:assert/strict";
import { test } from "node:test";
import { plainText, withoutAss } from "../../../media-node/source/subtitle-text.ts";

test("tags are no text, and what is smaller than something is", () => {
  assert.equal(plainText("{\\an8}<i>one</i>\ntwo "), "one two");
  assert.equal(
    plainText('<v.loud Ada>so</v> <c.yellow>we</c> <00:02.500>go <FONT color="red">on</FONT>'),
    "so we go on",
  );
  assert.equal(plainText("if x < 3 and y > 2, I <3 it, 1<2 <>"), "if x < 3 and y > 2, I <3 it, 1<2 <>");
  assert.equal(plainText("the set {a, b} is small"), "the set {a, b} is small");
});

test("references are the characters that they stand for, once", () => {
  assert.equal(
    plainText("So&nbsp;we don&#39;t say &quot;caf&eacute;&quot;&#xA0;&amp; so &hellip;"),
    'So we don\'t say "café" & so …',
  );
  assert.equal(plainText("&Eacute;t&eacute; &yuml; &szlig; &laquo;&rsaquo; &#128512;"), "Été ÿ ß «› 😀");
  assert.equal(plainText("&lt;i&gt; is a tag, &amp;lt; is not"), "<i> is a tag, &lt; is not");
  assert.equal(
    plainText("AT&T; R&D &constructor; &#0; &#xD800; &#9999999;"),
    "AT&T; R&D &constructor; &#0; &#xD800; &#9999999;",
  );
});

test("what ffmpeg leaves of ASS is no text, but for what is escaped", () => {
  const noted = "Wait\\hwhat, no {a note} ok {\\k20}m 0 0 l 100 0 100 20.5";
  assert.equal(withoutAss(noted, true), "Wait what, no  ok ");
  assert.equal(withoutAss("the set \\{a, b\\} is\nsmall {\n}", true), "the set {a, b} is\nsmall {\n}");
});

test("braces are text in formats that have no notes in them, but for instructions", () => {
  assert.equal(
    withoutAss("the set {a, b}\\his {\\i1}small, \\{c\\} {", false),
    "the set {a, b} is small, {c} {",
  );
});

test("letters that are written in parts are composed: what is said is looked up and drawn by whole ones", () => {
  const said = "Її бджоли сплять, café, 한국, क़";
  assert.equal(plainText(said.normalize("NFD")), said.normalize("NFC"));
});

test("a drawing without end is no reason to fail", () => {
  const drawn = `m 1 1${" 1".repeat(4_000_000)}`;
  assert.ok(withoutAss(`${drawn}\nsaid`, true).endsWith("\nsaid"));
  assert.equal(withoutAss(`m 0 0 l${" 100.5 -20".repeat(20_000)}\nsaid`, true), "\nsaid");
});
