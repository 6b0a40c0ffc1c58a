// Reasons of short talks to which only named features add.
import type { CutFacts, MomentText } from "../../../media-node/clips/sentences/moment-text.ts";
import { HEADS } from "../../../media-node/clips/virality/additive-model.ts";
import {
  type FeatureName,
  type FeatureValues,
  VIRALITY_FEATURES,
} from "../../../media-node/clips/virality/virality-feature-list.ts";
import { explainScore, type ReasonSources } from "../../../media-node/clips/virality/virality-reason.ts";
import { NO_WISHES } from "./no-wishes.ts";
import { readMomentText } from "./read-moment-text.ts";
import { makeTalk } from "./synthetic-talk.ts";

/** A talk that says this, with its length in seconds. */
export function textOf(
  said: string,
  options: { readonly isPunctuated?: boolean } = {},
): { readonly text: MomentText; readonly endS: number } {
  const { words, range } = makeTalk([{ name: "part", kind: "body", text: said }], options);
  return { text: readMomentText(words), endS: range.endS };
}

type GivenSources = Partial<Pick<ReasonSources, "kind" | "likeliestKind" | "point" | "wishes">> & {
  /** What support adds, of which nothing can be said. */
  readonly support?: number;
  /** The words that the clip is of, from one index to another; all of them unless given. */
  readonly between?: readonly [from: number, to: number];
};

/** The reason of a talk to which only the named features add; of no kind, without a point or wishes unless given. */
export function reasonFor(
  { text, endS }: ReturnType<typeof textOf>,
  named: readonly FeatureName[],
  {
    kind = null,
    likeliestKind = kind,
    point = null,
    wishes = NO_WISHES,
    support = 0,
    between: [from, to] = [0, text.text.words.length],
  }: GivenSources = {},
): string {
  const cutAt = (timeS: number): CutFacts => text.factsAt({ startS: timeS, endS: timeS });
  const { words } = text.text;
  const contributions = VIRALITY_FEATURES.flatMap(({ name }) =>
    HEADS.map(() => (name === "support" ? support : Number(named.includes(name)))),
  );
  return explainScore({
    text,
    opens: cutAt(from === 0 ? 0 : (words[from]?.startS ?? endS)),
    closes: cutAt(words[to]?.startS ?? endS),
    values: {} as FeatureValues,
    contributions,
    shotChanges: 0,
    kind,
    likeliestKind,
    point,
    wishes,
    shown: { topic: Number.NaN, title: Number.NaN },
  });
}

/** The same, of a talk that is given by what is said. */
export function reasonOf(said: string, ...named: FeatureName[]): string {
  return reasonFor(textOf(said), named);
}
