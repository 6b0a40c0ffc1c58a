// Wishes for kinds ("the funniest parts"): whether what is chosen then is what editors marked as of that kind. What editors
// marked of a conversation is of few kinds each, so a wish is asked only where they marked as many places of the kind as
// are looked at, and what they nearly took counts too.
import type { MomentKind } from "../../media-node/clips/sentences/moment-kinds.ts";
import type { Cue } from "../../media-node/signal/cues.ts";
import type { Span } from "../../media-node/signal/span.ts";
import type { MarkedConversation, Marking, MomentMark } from "../../test/support/talks/marked-moments.ts";
import type { MomentChooser } from "./choose-moments.ts";
import { meetsByHalf, meetsByUnion, shareMeeting } from "./moment-agreement.ts";

/** As people ask. Of reactions there are too few marks. */
const PROMPTS = {
  claim: "the boldest claims",
  story: "the best stories",
  joke: "the funniest parts",
  advice: "practical advice",
  surprise: "the most surprising moments",
  conflict: "where they disagree",
  confession: "honest confessions",
  number: "the most important numbers",
  definition: "the best explanations",
} as const satisfies Partial<Record<MomentKind, string>>;

export type WishedKind = keyof typeof PROMPTS;
export const WISHED_KINDS = Object.keys(PROMPTS) as WishedKind[];

/** Of the first clips that are chosen. */
const FIRST_CLIPS = 3;

/** Shares, 0 to 1, of the first three. */
export interface MeasuredWish {
  readonly kind: WishedKind;
  /** That meet a mark of the kind. */
  readonly chosen: number;
  /** The same of what is chosen without a wish. */
  readonly unasked: number;
  /** That meet a mark of whatever kind. */
  readonly anyKind: number;
  /** Of an editor's first marks of the kind, that meet one of another's; NaN where there is one editor. */
  readonly markings: number;
}

function ofKind({ marks, reserve }: Marking, kind: MomentKind): MomentMark[] {
  return [...marks, ...reserve].filter((mark) => mark.kind === kind);
}

/** How many of the marks lie at places of their own. */
function countPlaces(marks: readonly Span[]): number {
  const places: Span[] = [];
  for (const mark of marks) {
    if (!places.some((place) => meetsByHalf(mark, place) || meetsByHalf(place, mark))) places.push(mark);
  }
  return places.length;
}

/**
 * Mean over the editors who marked any of a kind, of the share of their first ones that meet one of another's; NaN of one
 * alone.
 */
function agreementOnKind(markings: readonly (readonly MomentMark[])[]): number {
  if (markings.length < 2) return Number.NaN;
  const shares = markings
    .filter((own) => own.length > 0)
    .map((own) => {
      const others = markings.filter((other) => other !== own).flat();
      return shareMeeting(own, Math.min(FIRST_CLIPS, own.length), others, meetsByUnion);
    });
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Asks for each kind of which enough is marked. */
export async function measureWishes(
  { choose }: Pick<MomentChooser, "choose">,
  { markings }: MarkedConversation,
  cues: readonly Cue[],
): Promise<MeasuredWish[]> {
  const unasked = await choose(cues);
  const all = markings.flatMap(({ marks, reserve }) => [...marks, ...reserve]);
  const measured: MeasuredWish[] = [];
  for (const kind of WISHED_KINDS) {
    const ofEach = markings.map((marking) => ofKind(marking, kind));
    const marks = ofEach.flat();
    if (countPlaces(marks) < FIRST_CLIPS) continue;
    const chosen = await choose(cues, { prompt: PROMPTS[kind] });
    const share = (clips: readonly Span[], met: readonly Span[]): number =>
      shareMeeting(clips, FIRST_CLIPS, met, meetsByUnion);
    measured.push({
      kind,
      chosen: share(chosen, marks),
      unasked: share(unasked, marks),
      anyKind: share(chosen, all),
      markings: agreementOnKind(ofEach),
    });
  }
  return measured;
}
