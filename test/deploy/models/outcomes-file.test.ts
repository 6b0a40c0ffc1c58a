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
  const lines = ["clip_id,outcome", `${A},12`, "task_x,3", `${B},many`, `${C},`, `${A},4`, `"${B},4`];
  assert.throws(
    () => parseOutcomes(lines.join("\n"), "outcome"),
    (error: Error) => {
      assert.match(error.message, /line 3 has no clip's id but "task_x"/);
      assert.match(error.message, /line 4 has no number but "many"/);
      assert.match(error.message, /line 5 has no number but ""/);
      assert.match(error.message, /line 6 names the clip of line 2 again/);
      assert.match(error.message, /line 7 has a quote that is not closed/);
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
