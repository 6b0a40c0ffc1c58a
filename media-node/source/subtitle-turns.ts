// Marks of speakers in subtitles: a dash or ">>" before a line, a name and a colon, a voice tag of WebVTT. They are not
// said, so they must not be shown or timed as words; that a speaker begins there is kept. Names and ">>" tell all turns of
// a source; dashes mostly stand only where two speakers share a cue, and say nothing of the cues without any.
import { ENDS_SENTENCE } from "../../shared/captions/sentence-marks.ts";
import { joinLines, splitWords } from "../../shared/captions/spread-words.ts";
import { mapInSteps } from "../../shared/process/time-slices.ts";
import { plainText } from "./subtitle-text.ts";

/** What a cue says. */
export interface SpokenCue {
  readonly text: string;
  /** Which of its words begin a turn; missing where the marks do not tell. */
  readonly turnsAtWord?: readonly number[];
}

/** What a track marks its speakers with. */
interface Marks {
  readonly chevrons: RegExp;
  readonly labels: ReadonlySet<string>;
}

interface Line {
  readonly text: string;
  readonly mark: "none" | "dash" | "chevrons" | "label";
  readonly label: string;
}

/** No part of it may be read as another, which would be tried in every division: see `plainText`. */
const VOICE = /<v(?:\.[^\s<>]*)?\s+([^\s<>][^<>]*)>/;
const CHEVRONS = /^(?:>>+|»)\s*/;
/** Where » begins or ends what is quoted. */
const CHEVRONS_BESIDE_QUOTES = /^>>+\s*/;
/** Its other half, or one that ends a quotation: Swedish and Finnish write »so». */
const QUOTES = /«|[\p{L}\p{N}.,!?…–—-]»/u;
/** A dash without a space before a number is a minus. */
const DASH = /^[-–—](?:\s*(?=["'“‘¿¡([]*[\p{Lu}\p{Lo}])|\s+(?=["'“‘¿¡([]*\p{N}))/u;
/** "Ada:", "Ada Lovelace:", "DR. LOVELACE:", "Speaker 2:". */
const LABEL = /^(\p{Lu}[\p{L}.'’-]*(?: (?:\p{Lu}[\p{L}.'’-]*|\d{1,2})){0,2}):(?:\s+|$)/u;
const BREAKS_OFF = /[:—-]["'”’)\]]*$/u;
/** Lines that begin with the same name and a colon, for that to be a speaker's. */
const MIN_LABELS = 3;
/** And the share of lines that names must begin together: a heading such as "Break:" returns now and then too. */
const MIN_LABELLED_SHARE = 0.03;

interface Part {
  readonly text: string;
  readonly voice: string | null;
}

/** Divides a line at its voice tags; each part carries its speaker as "Name: …" would. */
function partsOf(line: string): Part[] {
  const pieces = line.split(VOICE);
  const parts: Part[] = [];
  for (let at = 0; at < pieces.length; at += 2) {
    const text = plainText(pieces[at] ?? "");
    const voice = at === 0 ? null : (pieces[at - 1] ?? "").trim();
    if (text !== "" || voice !== null) parts.push({ text, voice });
  }
  return parts;
}

function labelIn({ text }: Part, chevrons: RegExp): string | undefined {
  return LABEL.exec(text.replace(chevrons, "").replace(DASH, ""))?.[1];
}

/** Names that begin lines often enough to be those of speakers. */
function frequentLabels(lines: readonly (string | undefined)[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const label of lines) {
    if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const often = [...counts].filter(([, count]) => count >= MIN_LABELS);
  const labelled = often.reduce((sum, [, count]) => sum + count, 0);
  return new Set(labelled >= MIN_LABELLED_SHARE * lines.length ? often.map(([label]) => label) : []);
}

function* marksInSteps(cues: readonly (readonly Part[])[]): Generator<void, Marks> {
  const quotes = yield* mapInSteps(cues, (parts) => parts.some(({ text }) => QUOTES.test(text)));
  const chevrons = quotes.includes(true) ? CHEVRONS_BESIDE_QUOTES : CHEVRONS;
  const labels = yield* mapInSteps(cues, (parts) => parts.map((part) => labelIn(part, chevrons)));
  return { chevrons, labels: frequentLabels(labels.flat()) };
}

function hasEnded(line: string): boolean {
  return ENDS_SENTENCE.test(line) || BREAKS_OFF.test(line);
}

/** A line without its marks. A dash after an unfinished line is one of the sentence. */
function readLine(raw: string, { chevrons, labels }: Marks, before: string): Line {
  const isChevrons = chevrons.test(raw);
  const isDash = !isChevrons && DASH.test(raw) && (before === "" || hasEnded(before));
  const bare = isChevrons ? raw.replace(chevrons, "") : isDash ? raw.replace(DASH, "") : raw;
  const [whole = "", label = ""] = LABEL.exec(bare) ?? [];
  if (labels.has(label)) return { text: bare.slice(whole.length), mark: "label", label };
  return { text: bare, mark: isChevrons ? "chevrons" : isDash ? "dash" : "none", label: "" };
}

function* linesInSteps(cues: readonly (readonly string[])[]): Generator<void, Line[][]> {
  const parts = yield* mapInSteps(cues, (lines) => lines.flatMap(partsOf));
  const marks = yield* marksInSteps(parts);
  let before = "";
  return yield* mapInSteps(parts, (lines) => {
    // Two dashes in one cue are two speakers', whatever the cue before has left unfinished.
    const isDialogue = lines.filter(({ text }) => DASH.test(text)).length > 1;
    return lines.map(({ text, voice }): Line => {
      const line =
        voice === null
          ? readLine(text, marks, isDialogue ? "" : before)
          : { text, mark: "label" as const, label: voice };
      before = line.text;
      return line;
    });
  });
}

/** Per line of all cues, in order, whether a turn begins with it. A name on each cue is one only where it changes. */
function turnsOf(lines: readonly Line[]): boolean[] {
  let speaker = "";
  let isPending = false;
  return lines.map(({ text, mark, label }) => {
    if (mark === "label") isPending ||= label !== speaker;
    else if (mark !== "none") isPending = true;
    if (mark === "label") speaker = label;
    const begins = isPending && text !== "";
    if (text !== "") isPending = false;
    return begins;
  });
}

/**
 * Texts of cues, given as their lines, without the marks of speakers, and where those begin; tags go too. In steps of a cue: a
 * stranger's track may have millions of lines.
 */
export function* readTurnMarksInSteps(cues: readonly (readonly string[])[]): Generator<void, SpokenCue[]> {
  const read = yield* linesInSteps(cues);
  const lines = read.flat();
  const turns = turnsOf(lines);
  const telling = lines.filter(({ mark }) => mark === "label" || mark === "chevrons").length;
  const tellsAll = telling >= Math.max(MIN_LABELS, MIN_LABELLED_SHARE * lines.length);
  let line = 0;
  return yield* mapInSteps(read, (own) => {
    const texts: string[] = [];
    let words = 0;
    const turnsAtWord: number[] = [];
    for (const { text } of own) {
      if (turns[line] === true) turnsAtWord.push(words);
      if (text !== "") {
        texts.push(text);
        words += splitWords(text).length;
      }
      line += 1;
    }
    const isTold = tellsAll || turnsAtWord.length > 0;
    return { text: joinLines(texts), ...(isTold ? { turnsAtWord } : {}) };
  });
}
