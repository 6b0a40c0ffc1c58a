// The plan of clips that were made before plans were kept, as far as it can be told: what was asked for stands in the
// task's row, and what is said in the file of captions beside each clip, whose phrases have times. Words get theirs from
// them; clips without captions have none.
import { joinLines, spreadWords } from "../../../shared/captions/spread-words.ts";
import type { WrittenWord } from "../../../shared/captions/subtitle-lines.ts";
import type { ClipJobOutput, ClipJobRequest, ClipResult } from "../../../shared/tasks/clip-job.ts";
import type { ClipPlan, PlannedWords } from "../../../shared/tasks/clip-plan.ts";

const CUE = /^(\d+):(\d\d):(\d\d),(\d{3}) --> (\d+):(\d\d):(\d\d),(\d{3})$/;
/** What our files have in place of nothing, so that players take no text for markup. */
const ZERO_WIDTH_SPACE = "\u200b";

interface TimedWord extends WrittenWord {
  readonly startS: number;
  readonly endS: number;
}

function secondsOf(hours = "0", minutes = "0", seconds = "0", milliseconds = "0"): number {
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(milliseconds) / 1_000;
}

/** The words of a SubRip file of ours, on its own clock. */
function wordsOfSubtitles(srt: string): TimedWord[] {
  return srt.split(/\n\n+/).flatMap((block) => {
    const [, times = "", ...lines] = block.trim().split("\n");
    const match = CUE.exec(times);
    const plain = lines.map((line) => line.replaceAll(ZERO_WIDTH_SPACE, "").replace(/\s+/g, " ").trim());
    const text = joinLines(plain.filter((line) => line !== ""));
    if (match === null || text === "") return [];
    const [, ...numbers] = match;
    return spreadWords(text, secondsOf(...numbers.slice(0, 4)), secondsOf(...numbers.slice(4)));
  });
}

function packed(words: readonly TimedWord[]): PlannedWords {
  const ordered = words.toSorted((a, b) => a.startS - b.startS);
  const inMs = (timeS: number): number => Math.round(timeS * 1_000);
  const spaces = ordered.flatMap(({ followsSpace }, index) => (followsSpace === true ? [index] : []));
  return {
    texts: ordered.map(({ text }) => text),
    startsMs: ordered.map(({ startS }) => inMs(startS)),
    endsMs: ordered.map(({ endS }) => inMs(endS)),
    ...(spaces.length > 0 ? { spaces } : {}),
  };
}

/**
 * @param readCaptions the text of a clip's file of captions; undefined where it is gone
 */
export async function earlierPlan(
  request: ClipJobRequest,
  { clips }: ClipJobOutput,
  readCaptions: (clip: ClipResult) => Promise<string | undefined>,
): Promise<ClipPlan> {
  const words: TimedWord[] = [];
  for (const clip of clips) {
    const srt = clip.captionsKey === null ? undefined : await readCaptions(clip);
    for (const word of wordsOfSubtitles(srt ?? "")) {
      words.push({ ...word, startS: clip.start + word.startS, endS: clip.start + word.endS });
    }
  }
  return {
    source: request.source.kind === "upload" ? request.source : null,
    media: null,
    targetWidth: request.targetWidth,
    editingStyles: request.editingStyles,
    captions: request.captions,
    videoTitle: request.title,
    words: packed(words),
    clips: clips.map(({ id, start, end }) => ({
      id,
      startS: start,
      endS: end,
      kind: null,
      pointS: null,
      cutsS: [],
      framing: [],
    })),
  };
}
