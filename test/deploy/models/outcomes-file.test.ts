import assert from "node:assert/strict";
import { test } from "node:test";
import { parseOutcomes } from "../../../deploy/models/outcomes-file.ts";
import { newId } from "../../../shared/ids.ts";

const [A, B, C] = [newId("clip"), newId("clip"), newId("clip")] as const;

test("a file of a spreadsheet is read: byte order mark, quotes, other columns, empty lines", () => {
  const text = `\uFEFFTitle,"CLIP_ID",views,Likes\r\n"Why, and ""how""",${A},"1200",7\r\n\r\nplain,${B},3.5e4,0\r\n`;
  assert.deepEqual(parseOutcomes(text, "views"), [
    { clipId: A, outcome: 1_200 },
    { clipId: B, outcome: 35_000 },
  ]);
  assert.deepEqual(
    parseOutcomes(text, "likes").map(({ outcome }) => outcome),
    [7, 0],
  );
});

test("every faulty line is named, and then nothing is taken", () => {
  const lines = ["clip_id,outcome", `${A},12`, "task_x,3", `${B},many`, `${C},`, `${A},4`];
  assert.throws(
    () => parseOutcomes(lines.join("\n"), "outcome"),
    (error: Error) => {
      assert.match(error.message, /line 3 has no clip's id but "task_x"/);
      assert.match(error.message, /line 4 has no number but "many"/);
      assert.match(error.message, /line 5 has no number but ""/);
      assert.match(error.message, /line 6 names the clip of line 2 again/);
      return true;
    },
  );
  const many = ["clip_id,outcome", ...Array.from({ length: 50 }, () => "x,1")];
  assert.throws(() => parseOutcomes(many.join("\n"), "outcome"), /line 11 .*; and 40 more\./);
});

test("columns that are not there are told, with those that are", () => {
  assert.throws(
    () => parseOutcomes(`clip_id,views,likes\n${A},1,2`, "outcome"),
    /no column "outcome".*views, likes/,
  );
  assert.throws(() => parseOutcomes(`id,outcome\n${A},1`, "outcome"), /none is "clip_id"/);
  assert.throws(() => parseOutcomes("", "outcome"), /none is "clip_id"/);
});

test("a title with line breaks in it is one cell, and lines are counted as an editor counts them", () => {
  const text = `title,clip_id,outcome\n"Two\nlines, or\nthree",${A},5\nplain,${B},6\n   \nbad,x,7\n`;
  assert.throws(() => parseOutcomes(text, "outcome"), /line 7 has no clip's id but "x"/);
  assert.deepEqual(parseOutcomes(text.replace("bad,x,7\n", ""), "outcome"), [
    { clipId: A, outcome: 5 },
    { clipId: B, outcome: 6 },
  ]);
});

test("wrong quotes are named by their line, and nothing is taken", () => {
  const open = ["title,clip_id,outcome", `a,${A},1`, `"b,${B},2`, `c,${C},3`].join("\n");
  assert.throws(() => parseOutcomes(open, "outcome"), /line 3 has a quote that is not closed/);
  const misplaced = ["title,clip_id,outcome", `"a"b,${A},1`, `c,${C},3`].join("\n");
  assert.throws(() => parseOutcomes(misplaced, "outcome"), /line 2 has a quote in a wrong place/);
  assert.equal(parseOutcomes(`title,clip_id,outcome\n12" disk,${A},1`, "outcome").length, 1);
});
