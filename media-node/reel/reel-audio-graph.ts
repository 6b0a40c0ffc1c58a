// The ffmpeg arguments of a reel's audio. Pure. First each stretch of the source is cut to the sample into a file of its
// own, then one command mixes them all. The source as N inputs of that command was rejected: each holds the index of the
// whole source in memory, some ten megabytes an hour.
import { seconds, untrustedInput } from "../ffmpeg/ffmpeg.ts";
import { levelled, mendedStereo, SAMPLE_RATE_HZ, STEADY_STEREO, TARGET_LUFS } from "../render/audio-graph.ts";
import { AUDIO_OPTIONS, FILE_OPTIONS } from "../render/render-arguments.ts";
import type { StereoFault } from "../signal/stereo-fault.ts";
import type { ReelAudioPlan } from "./reel-audio-plan.ts";

/** Music under a whole reel. */
export interface LocalMusic {
  /** A local file of the operator's. */
  readonly path: string;
  /** What is added to its own level. */
  readonly gainDb: number;
  /** By how much it steps back while the match is loud. */
  readonly duckDb: number;
}

export interface ReelMix {
  readonly plan: ReelAudioPlan;
  /** The files of its segments, below the working folder; null for a source without audio. */
  readonly segmentFiles: readonly string[] | null;
  readonly music: LocalMusic | null;
  /** What brings the match's own sound to the target; it is what music is set against. */
  readonly matchGainDb: number;
  /** What is wrong with the channels of the match's own sound, and is mended. */
  readonly matchFault: StereoFault | null;
}

/** Whether there is nothing to be heard, and so nothing to be measured. */
export function isSilent({ segmentFiles, music }: ReelMix): boolean {
  return segmentFiles === null && music === null;
}

const STEREO = "aformat=sample_fmts=fltp:channel_layouts=stereo";

/** Curves of equal power: a crowd is as loud in the middle of a crossfade as around it, and comes up early in a fade. */
const CURVE = "qsin";
/** What keeps the first and the last sample from clicking. */
const EDGE_FADE_S = 0.03;

/** Fades in and out over these times; 0 is none. */
function fades({ sampleCount }: ReelAudioPlan, fadeInS: number, fadeOutS: number): string[] {
  const startS = Math.max(0, sampleCount / SAMPLE_RATE_HZ - fadeOutS);
  return [
    ...(fadeInS > 0 ? [`afade=t=in:d=${seconds(fadeInS)}:curve=${CURVE}`] : []),
    ...(fadeOutS > 0 ? [`afade=t=out:st=${seconds(startS)}:d=${seconds(fadeOutS)}:curve=${CURVE}`] : []),
  ];
}

/** The segments one after the other, from card to card. */
function matchAudio(fileCount: number, { plan, matchFault }: ReelMix): string {
  let graph = `[0:a]${STEREO}[joined0]`;
  for (let index = 1; index < fileCount; index += 1) {
    const fade = `acrossfade=nb_samples=${plan.crossfadeSamples}:curve1=${CURVE}:curve2=${CURVE}`;
    graph += `;[${index}:a]${STEREO}[next${index}];[joined${index - 1}][next${index}]${fade}[joined${index}]`;
  }
  const cardFades = fades(plan, plan.fadeInS, plan.fadeOutS);
  return `${graph};[joined${fileCount - 1}]${["anull", ...mendedStereo(matchFault), ...cardFades].join(",")}[match]`;
}

/** Above this the compressor turns down nearly all: the reduction is then by how far the match is above its threshold. */
const DUCKING_RATIO = 20;
/** A match at the target loudness has about this level. */
const MATCH_LEVEL_DB = TARGET_LUFS - 2;
const MIN_THRESHOLD = 0.001;
const MUSIC_FADE_S = 1.5;

/**
 * Match and music together. Sums are exact: amix would scale them, and change the scale where one of them ends. Both go on
 * as silence, and only what comes of them ends: where either does, ffmpeg 7 at times loses the last third of a second.
 */
function withMusic(input: number, mix: ReelMix): string {
  const { music, plan, matchGainDb } = mix;
  if (music === null) return "[match]anull[mix]";
  const lengthS = plan.sampleCount / SAMPLE_RATE_HZ;
  const thresholdDb = MATCH_LEVEL_DB - music.duckDb / (1 - 1 / DUCKING_RATIO);
  const threshold = Math.min(1, Math.max(MIN_THRESHOLD, 10 ** (thresholdDb / 20))).toFixed(6);
  const compressor = `threshold=${threshold}:ratio=${DUCKING_RATIO}:attack=40:release=700:makeup=1`;
  const fade = `afade=t=out:st=${seconds(Math.max(0, lengthS - MUSIC_FADE_S))}:d=${MUSIC_FADE_S}`;
  return [
    `[match]volume=${matchGainDb.toFixed(2)}dB,apad,asplit=2[voice][key]`,
    `[${input}:a]${STEADY_STEREO},${STEREO},volume=${music.gainDb.toFixed(2)}dB,apad,${fade}[music]`,
    `[music][key]sidechaincompress=${compressor}[ducked]`,
    // Current builds of amerge do not ask the filters before it for a layout, and find none.
    `[voice]${STEREO}[first];[ducked]${STEREO}[second]`,
    `[first][second]amerge=inputs=2,pan=stereo|c0=c0+c2|c1=c1+c3,atrim=end_sample=${plan.sampleCount}[mix]`,
  ].join(";");
}

/** The inputs and the graph of everything that is heard, to `[mix]`. */
function mixed(mix: ReelMix): string[] {
  const { plan, segmentFiles, music } = mix;
  const { sampleCount } = plan;
  const silence = `anullsrc=r=${SAMPLE_RATE_HZ}:cl=stereo,atrim=end_sample=${sampleCount}[match]`;
  const files = segmentFiles ?? [];
  const match = segmentFiles === null ? silence : matchAudio(files.length, mix);
  const durationS = sampleCount / SAMPLE_RATE_HZ;
  const musicInput =
    music === null ? [] : untrustedInput(music.path, { durationS, extra: ["-stream_loop", "-1"] });
  return [
    ...files.flatMap((file) => ["-i", `file:${file}`]),
    ...[...musicInput, "-filter_complex", `${match};${withMusic(files.length, mix)}`],
  ];
}

/** Arguments that put the mix on the pipe, for its loudness: stereo at 48 kHz, 32-bit floats. */
export function measureArguments(mix: ReelMix): string[] {
  return appendToGraph(mixed(mix), "[mix]anull[audio]", ["-f", "f32le", "-c:a", "pcm_f32le", "pipe:1"]);
}

/** What was found of a mix. */
export interface MeasuredMix {
  readonly gainDb: number;
  readonly stereoFault: StereoFault | null;
}

/** Arguments that bring the mix to the target loudness and encode it, as long as the reel to the sample. */
export function mixArguments(
  mix: ReelMix,
  { gainDb, stereoFault }: MeasuredMix,
  outputFile: string,
): string[] {
  const steps = [
    ...(isSilent(mix) ? [] : [...mendedStereo(stereoFault), ...levelled(gainDb)]),
    ...["apad", `atrim=end_sample=${mix.plan.sampleCount}`, ...fades(mix.plan, EDGE_FADE_S, EDGE_FADE_S)],
  ];
  const output = [...AUDIO_OPTIONS, ...FILE_OPTIONS, "-f", "mp4", outputFile];
  return appendToGraph(mixed(mix), `[mix]${steps.join(",")}[audio]`, output);
}

function appendToGraph(args: readonly string[], last: string, output: readonly string[]): string[] {
  const graph = args.at(-1) ?? "";
  return [...args.slice(0, -1), `${graph};${last}`, "-map", "[audio]", ...output];
}
