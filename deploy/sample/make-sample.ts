// Makes sample.mp4: speaks the script with espeak-ng, draws every frame, and encodes both with subtitles that are
// true to the voice. Run it with `npx tsx deploy/sample/make-sample.ts [OUTPUT]`.
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fontsConfiguration } from "../../media-node/render/link-fonts.ts";
import { drawFrames, frameAt } from "./draw-frames.ts";
import { encodeFilm } from "./encode.ts";
import { TITLE } from "./script.ts";
import { mixSoundtrack } from "./soundtrack.ts";
import { speakTalk, type Talk } from "./speech.ts";
import { subtitlesOf } from "./subtitles.ts";
import { FRAME } from "./svg.ts";
import { encodeWave } from "./wave-file.ts";

/** Lets SVG text find Montserrat in its npm package and nothing else, whatever fonts the machine has. */
async function useBundledFont(folder: string): Promise<void> {
  const fonts = dirname(createRequire(import.meta.url).resolve("@expo-google-fonts/montserrat/package.json"));
  const path = join(folder, "fonts.conf");
  await writeFile(path, fontsConfiguration(fonts, folder));
  process.env.FONTCONFIG_FILE = path;
}

function printShots(talk: Talk): void {
  for (const { name, startS, endS } of talk.shots) {
    console.log(`${startS.toFixed(2).padStart(6)} – ${endS.toFixed(2).padStart(6)} s  ${name}`);
  }
}

async function makeSample(outputPath: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "clipmill-sample-"));
  try {
    await useBundledFont(folder);
    const talk = await speakTalk();
    printShots(talk);
    const audioPath = join(folder, "audio.wav");
    const subtitlesPath = join(folder, "subtitles.srt");
    await writeFile(audioPath, encodeWave(mixSoundtrack(talk)));
    await writeFile(subtitlesPath, subtitlesOf(talk));
    const cutsS = talk.shots.map(({ startS }) => frameAt(startS) / FRAME.rate);
    await encodeFilm({ frames: drawFrames(talk), audioPath, subtitlesPath, outputPath, title: TITLE, cutsS });
    const { size } = await stat(outputPath);
    console.log(`${outputPath}: ${talk.durationS.toFixed(1)} s, ${talk.phrases.length} cues, ${size} bytes`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const beside = fileURLToPath(new URL("sample.mp4", import.meta.url));
await makeSample(process.argv[2] ?? beside);
