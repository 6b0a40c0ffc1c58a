// Runs the choosing of a match's moments for tests, without a task around it.
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { FoundHighlights } from "../../../media-node/highlights/moments/find-highlights.ts";
import {
  type MatchSigns,
  matchEvidence,
  measureSigns,
  type SignWeights,
} from "../../../media-node/highlights/moments/recognize-match.ts";
import { analyzeMatch } from "../../../media-node/pipelines/highlights/analyze-match.ts";
import {
  type HighlightSelection,
  rankHighlights,
  selectHighlights,
} from "../../../media-node/pipelines/highlights/select-highlights.ts";
import type { MediaTools, RunContext } from "../../../media-node/pipelines/run-context.ts";
import { probeSource } from "../../../media-node/source/probe-source.ts";
import { AppError } from "../../../shared/errors.ts";
import {
  type HighlightJobRequest,
  SPORT_CATEGORIES,
  type SportCategory,
} from "../../../shared/tasks/highlight-job.ts";
import { runContext } from "../media-node/run-context.ts";
import type { PlantedEvent } from "./match-broadcast.ts";
import { covers } from "./ranked-moments.ts";

const EVERYTHING: HighlightJobRequest = {
  source: { kind: "upload", storageKey: "unused" },
  range: { startS: 0, endS: null },
  title: null,
  category: "OTHER",
  layout: "LANDSCAPE",
  shortSidePx: 360,
  templateId: null,
  template: null,
  declaredDurationS: null,
};

function matchContext(t: TestContext, tools: MediaTools): Promise<RunContext> {
  return runContext(t, tools, { signal: AbortSignal.timeout(240_000) });
}

export interface Match {
  readonly path: string;
  readonly category: SportCategory;
}

/** What audio and video of a file tell. */
async function analyze(t: TestContext, tools: MediaTools, { path: sourcePath, category }: Match) {
  const context = await matchContext(t, tools);
  const source = await probeSource(tools, sourcePath, context.signal);
  assert.ok(source.video !== null);
  const range = { startS: 0, endS: source.durationS };
  const read = { sourcePath, source, video: source.video, range, onProgress: () => undefined };
  return { context, range, analysis: await analyzeMatch(context, { category }, read) };
}

export interface RankedMatch extends FoundHighlights {
  /** What speaks for a match of each sport, see recognize-match. */
  readonly evidence: Readonly<Record<SportCategory, number>>;
}

function evidenceOf(signs: MatchSigns): Record<SportCategory, number> {
  const sums = SPORT_CATEGORIES.map((category) => [category, matchEvidence(signs, category)] as const);
  return Object.fromEntries(sums) as Record<SportCategory, number>;
}

/** Every moment of a file, those of its reel, and whether it is a match. */
export async function rankMoments(t: TestContext, tools: MediaTools, match: Match): Promise<RankedMatch> {
  const { context, range, analysis } = await analyze(t, tools, match);
  const found = await rankHighlights(context, match, analysis, range);
  return { ...found, evidence: evidenceOf(analysis.signs) };
}

export interface JudgedFilm {
  /** What speaks for a match of each sport. */
  readonly evidence: Readonly<Record<SportCategory, number>>;
  /** Of which strength its signs are. */
  readonly measured: SignWeights;
  /** What a reel would say of its moments; empty where it has none. */
  readonly reasons: readonly string[];
}

/** Judges a film as a match of every sport, and chooses moments as of none that is known. */
export async function judgeEverySport(t: TestContext, tools: MediaTools, path: string): Promise<JudgedFilm> {
  const match = { path, category: "OTHER" } as const;
  const { context, range, analysis } = await analyze(t, tools, match);
  const { reel } = await rankHighlights(context, match, analysis, range).catch((error: unknown) => {
    assert.ok(error instanceof AppError && error.code === "NO_MOMENTS_FOUND", String(error));
    return { reel: [] };
  });
  const { signs } = analysis;
  return {
    evidence: evidenceOf(signs),
    measured: measureSigns(signs),
    reasons: reel.map(({ reason }) => reason),
  };
}

/** What the first half of the pipeline gives for a file. */
export async function selectMoments(
  t: TestContext,
  tools: MediaTools,
  { path, ...match }: Match & Partial<Pick<HighlightJobRequest, "range">>,
): Promise<HighlightSelection> {
  return selectHighlights(await matchContext(t, tools), { ...EVERYTHING, ...match }, path, () => undefined);
}

/** Which event each of the best moments found, for a person who reads why a match went wrong. */
export function describeMoments({ ranked }: FoundHighlights, events: readonly PlantedEvent[]): string {
  const best = ranked.slice(0, events.length + 4).map((moment) => {
    const found = events.find((event) => covers(moment, event));
    const what = found === undefined ? "nothing" : `${found.kind} ${found.strength.toFixed(2)}`;
    return `${moment.score} ${moment.startS.toFixed(0)}-${moment.endS.toFixed(0)} ${what}`;
  });
  return best.join(", ");
}
