// Recordings of voices under conditions, as sources that nobody made for a speech model: over a telephone, in a hall,
// beside music. Each is put together by ffmpeg from files that are there.
import { makeMedia } from "../media/media-fixture.ts";

export interface Voice {
  readonly name: string;
  /** Of a synthesizer that the built-in model learnt from, or its like. */
  readonly isLearnt: boolean;
  /** What is said; null where nobody wrote it down, so that no word can be known to be right. */
  readonly said: string | null;
  /** ffmpeg's arguments of each input. */
  readonly inputs: readonly (readonly string[])[];
  /** One after the other, unless all at once. */
  readonly atOnce?: boolean;
}

const CHORD_HZ = [110, 164.8, 220, 277.2, 329.6, 440];
const CHORD = CHORD_HZ.map((hz) => `sin(${hz}*2*PI*t)`).join("+");
/** Adds the audio of a source filter to that of the voice. */
const beside = (source: string): string =>
  `${source},aformat=channel_layouts=mono[beside];[voice][beside]amerge=inputs=2,pan=mono|c0=c0+c1[out]`;

/** Filter graphs from `[voice]` to `[out]`, both 16 kHz mono, that leave what is said as it is. */
export const CONDITIONS: Readonly<Record<string, string>> = {
  "as recorded": "[voice]anull[out]",
  telephone: "[voice]highpass=300,highpass=300,lowpass=3400,lowpass=3400[out]",
  noise: beside("anoisesrc=r=16000:a=0.03:c=pink:s=1"),
  reverberation: "[voice]aecho=0.8:0.9:23|41|67|97:0.35|0.28|0.2|0.14[out]",
  music: beside(`aevalsrc=0.012*(${CHORD}):s=16000`),
  slower: "[voice]atempo=0.88[out]",
  faster: "[voice]atempo=1.15[out]",
  lower: "[voice]asetrate=14400,aresample=16000,atempo=1.111[out]",
  higher: "[voice]asetrate=17600,aresample=16000,atempo=0.909[out]",
};

/** Writes a WAV file of the voice under a filter graph such as those of `CONDITIONS`. */
export async function record(voice: Voice, graph: string, path: string): Promise<void> {
  const each = voice.inputs.map((_, at) => `[${at}:a]aresample=16000,aformat=channel_layouts=mono[i${at}]`);
  const labels = voice.inputs.map((_, at) => `[i${at}]`).join("");
  const count = voice.inputs.length;
  const joined =
    voice.atOnce === true
      ? `${labels}amerge=inputs=${count},pan=mono|c0=${voice.inputs.map((_, at) => `c${at}`).join("+")}[voice]`
      : `${labels}concat=n=${count}:v=0:a=1[voice]`;
  const filters = [...each, joined, graph].join(";");
  const output = ["-map", "[out]", "-ac", "1", "-ar", "16000", "-c:a", "pcm_s16le", path];
  await makeMedia(...voice.inputs.flat(), "-filter_complex", filters, ...output);
}
