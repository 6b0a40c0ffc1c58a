// What choosing must not fall behind again, on conversations that no weight was fitted to.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openChooser } from "../../../bench/moments/choose-moments.ts";
import { measureConversation } from "../../../bench/moments/measure-moments.ts";
import type { TitleGrade } from "../../../bench/moments/measure-titles.ts";
import { sharedData } from "../../support/shared-data.ts";
import { readGradedClips } from "../../support/talks/graded-clauses.ts";
import { readCues, readMarkedConversations } from "../../support/talks/marked-moments.ts";

/** Shares of titles that editors would post as they are, and that nobody would. */
const TITLES = { minGood: 0.5, maxRefused: 0.2 };
/** Shares of the eight clips of a conversation that meet a mark in a pair of the markings; means of the held-out ones. */
const MIN_MEETING = { byUnion: 0.3, byHalf: 0.34 };

const TRANSCRIPTS = sharedData("transcripts");

test("clips of held-out conversations are those that editors marked, and their titles such as editors would post", {
  skip: TRANSCRIPTS.skip,
}, async (t) => {
  const chooser = await openChooser();
  t.after(() => chooser.close());
  const held = readMarkedConversations(["held"]);
  const graded = readGradedClips(new Set(held.map(({ conversation }) => conversation)));
  const titles: TitleGrade[] = [];
  let [byUnion, byHalf] = [0, 0];
  for (const marked of held) {
    const cues = await readCues(TRANSCRIPTS.path, marked.conversation);
    const { all, allByHalf, gradedTitles } = await measureConversation(chooser, marked, cues, graded);
    titles.push(...gradedTitles.map(({ rated }) => rated));
    byUnion += all.chosen / held.length;
    byHalf += allByHalf.chosen / held.length;
  }
  t.diagnostic(`same stretch ${byUnion.toFixed(3)}, half of the clip ${byHalf.toFixed(3)}`);
  assert(byUnion >= MIN_MEETING.byUnion, `${byUnion} of the clips are a marked stretch`);
  assert(byHalf >= MIN_MEETING.byHalf, `${byHalf} of the clips lie in a marked stretch`);
  const share = (grades: readonly TitleGrade[]): number =>
    titles.filter((grade) => grades.includes(grade)).length / titles.length;
  const [good, refused] = [share(["best", "good"]), share(["refused"])];
  t.diagnostic(`good titles ${good.toFixed(3)}, refused ${refused.toFixed(3)}`);
  assert(good >= TITLES.minGood, `${good} of the titles are good`);
  assert(refused <= TITLES.maxRefused, `nobody would post ${refused} of the titles`);
});
