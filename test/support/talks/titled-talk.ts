// What is said, as a clip of its own with its texts.
import type { MomentKind } from "../../../media-node/clips/sentences/moment-kinds.ts";
import { type ClipTexts, describeClip } from "../../../media-node/clips/titles/title-clip.ts";
import { makeTalk } from "./synthetic-talk.ts";

export interface Told {
  readonly isPunctuated?: boolean;
  readonly videoTitle?: string | null;
  readonly kind?: MomentKind;
  /** A word of the sentence that is the clip's point. */
  readonly point?: string;
}

/** The third clip of its job, 75 s into its source. */
export function describeTalk(
  text: string,
  { isPunctuated = true, videoTitle = null, kind, point }: Told = {},
): ClipTexts {
  const { words } = makeTalk(text === "" ? [] : [{ name: "part", kind: "body", text }], { isPunctuated });
  const pointS = words.find((word) => word.text.startsWith(point ?? "\0"))?.startS ?? null;
  return describeClip({
    words,
    videoTitle,
    startS: 75,
    endS: 102,
    reason: "Much happens.",
    index: 2,
    kind: kind ?? null,
    pointS,
  });
}

export function titleOf(text: string, told?: Told): string {
  return describeTalk(text, told).title;
}
