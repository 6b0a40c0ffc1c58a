// What was measured of chosen moments, as text.
import type { MeasuredConversation, MeetingShares } from "./measure-moments.ts";
import type { MeasuredSubject } from "./measure-subjects.ts";
import type { TitleGrade } from "./measure-titles.ts";
import { type MeasuredWish, WISHED_KINDS } from "./measure-wishes.ts";

function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function percent(share: number): string {
  return Number.isNaN(share) ? "–" : `${Math.round(100 * share)} %`;
}

/** Rows of cells in columns as wide as their longest cell. */
function layOut(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
    ),
  );
  return lines.map((cells) => `  ${cells.join("  ").trimEnd()}`).join("\n");
}

/** A line while the bench runs. */
export function describeConversation(one: MeasuredConversation): string {
  const shares = [one.firstThree, one.all].map(({ chosen }) => percent(chosen));
  return `${one.conversation}: ${one.clips.length} clips, first three ${shares[0]}, all ${shares[1]}, ${Math.round(one.chooseMs)} ms`;
}

type SharesOf = (one: MeasuredConversation) => MeetingShares;

function meetingRow(name: string, measured: readonly MeasuredConversation[], sharesOf: SharesOf): string[] {
  const column = (key: keyof MeetingShares): number => mean(measured.map((one) => sharesOf(one)[key]));
  const [chosen, markings] = [column("chosen"), column("markings")];
  const plain = [column("even"), column("longest")].map(percent);
  return [name, percent(chosen), ...plain, percent(markings), percent(chosen / markings)];
}

function meetingTable(measured: readonly MeasuredConversation[]): string {
  const ten = mean(measured.map((one) => one.tenOfMarkings));
  const tenByHalf = mean(measured.map((one) => one.tenOfMarkingsByHalf));
  return layOut([
    [
      "share that meets a mark",
      "chosen",
      "evenly spaced",
      "longest sentences",
      "markings",
      "chosen of markings",
    ],
    meetingRow("first three, IoU at least 0.5", measured, (one) => one.firstThree),
    meetingRow("all eight, IoU at least 0.5", measured, (one) => one.all),
    ["all ten of a marking, IoU at least 0.5", "", "", "", percent(ten), ""],
    meetingRow("first three, half of the clip", measured, (one) => one.firstThreeByHalf),
    meetingRow("all eight, half of the clip", measured, (one) => one.allByHalf),
    ["all ten of a marking, half of the mark", "", "", "", percent(tenByHalf), ""],
  ]);
}

type Faults = Readonly<Record<string, boolean>>;

function shareWith<T>(items: readonly T[], has: (item: T) => boolean): string {
  return percent(mean(items.map((item) => Number(has(item)))));
}

function edgeTable(measured: readonly MeasuredConversation[]): string {
  const clips = measured.flatMap((one) => one.clipEdges);
  const marks = measured.flatMap((one) => one.markEdges);
  const row = (name: string, has: (edges: (typeof clips)[number]) => boolean): string[] => [
    name,
    shareWith(clips, has),
    shareWith(marks, has),
  ];
  return layOut([
    ["beginnings and ends", "chosen", "marks"],
    row("begins with a question", (edges) => edges.beginsWithQuestion),
    row("begins in mid-thought (And, But, So, inside a sentence)", (edges) => edges.beginsInMidThought),
    row("begins with a pointer (It, That, He)", (edges) => edges.beginsWithPointer),
    row("ends with a question", (edges) => edges.endsWithQuestion),
    row("ends unfinished (..., --, no full stop)", (edges) => edges.endsUnfinished),
    row("begins well", (edges) => !edges.beginsInMidThought && !edges.beginsWithPointer),
    row("ends well", (edges) => !edges.endsWithQuestion && !edges.endsUnfinished),
  ]);
}

function titleTable(measured: readonly MeasuredConversation[]): string {
  const titles = measured.flatMap((one) => one.titles);
  const hasAny = (faults: object): boolean => Object.values(faults as Faults).includes(true);
  return layOut([
    ["titles", "chosen"],
    ["cut", shareWith(titles, (title) => title.isCut)],
    ["unbalanced", shareWith(titles, (title) => title.isUnbalanced)],
    ["begins with a connective", shareWith(titles, (title) => title.beginsInMidThought)],
    ["shorter than 3 words", shareWith(titles, (title) => title.isTooShort)],
    ["longer than 12 words", shareWith(titles, (title) => title.isTooLong)],
    ["any of these", shareWith(titles, hasAny)],
  ]);
}

function gradedTitleTable(measured: readonly MeasuredConversation[]): string {
  const titles = measured.flatMap((one) => one.gradedTitles);
  const row = (name: string, grades: readonly TitleGrade[]): string[] => [
    name,
    shareWith(titles, ({ rated }) => grades.includes(rated)),
    shareWith(titles, ({ byRules }) => grades.includes(byRules)),
  ];
  return layOut([
    [`titles of ${titles.length} clips whose clauses editors graded`, "with the judge", "by rules alone"],
    row("the best one", ["best"]),
    row("the best one, or nearly as good", ["best", "good"]),
    row("nobody would post it", ["refused"]),
    row("not graded, or none", ["ungraded", "none"]),
  ]);
}

function otherTable(measured: readonly MeasuredConversation[]): string {
  const msPerHour = measured.map((one) => (one.chooseMs * 3_600) / one.lengthS).sort((a, b) => a - b);
  const clips = measured.reduce((sum, one) => sum + one.clips.length, 0);
  const skipped = measured.reduce((sum, one) => sum + one.skippedClips, 0);
  return layOut([
    ["clips in a conversation", (clips / measured.length).toFixed(1)],
    ["clips in what editors skip", percent(skipped / clips)],
    ["different kinds among eight", mean(measured.map((one) => one.kinds)).toFixed(1)],
    ["... of a marking", mean(measured.map((one) => one.kindsOfMarkings)).toFixed(1)],
    ["ms of choosing per hour, median", (msPerHour[msPerHour.length >> 1] ?? 0).toFixed(0)],
    ["... slowest", (msPerHour.at(-1) ?? 0).toFixed(0)],
  ]);
}

/** All tables of a run. */
export function momentTables(measured: readonly MeasuredConversation[]): string {
  const heading = `${measured.length} conversations`;
  const tables = [meetingTable, edgeTable, titleTable, gradedTitleTable, otherTable].map((table) =>
    table(measured),
  );
  return [heading, ...tables].join("\n\n");
}

/** What was measured of wishes for kinds, and how often. */
export function wishTable(measured: readonly MeasuredWish[]): string {
  const row = (name: string, wishes: readonly MeasuredWish[]): string[] => [
    name,
    String(wishes.length),
    ...(["chosen", "unasked", "anyKind", "markings"] as const).map((key) =>
      percent(mean(wishes.map((wish) => wish[key]))),
    ),
  ];
  return layOut([
    [
      "first three asked for by kind",
      "asked",
      "of the kind",
      "unasked",
      "of any kind",
      "markings of the kind",
    ],
    ...WISHED_KINDS.map((kind) =>
      row(
        kind,
        measured.filter((wish) => wish.kind === kind),
      ),
    ),
    row("all", measured),
  ]);
}

/** What was measured of wishes for subjects. */
export function subjectTable(measured: readonly MeasuredSubject[]): string {
  return layOut([
    [`${measured.length} subjects of marks asked for`, ""],
    ["the first clip meets the mark", shareWith(measured, ({ isFirst }) => isFirst)],
    ["one of the first three does", shareWith(measured, ({ isInThree }) => isInThree)],
    ["... unasked", shareWith(measured, ({ isInThreeUnasked }) => isInThreeUnasked)],
    ["first three that meet any mark", percent(mean(measured.map(({ anyMark }) => anyMark)))],
    ["how well they meet the subject", percent(mean(measured.map(({ relevance }) => relevance)))],
  ]);
}
