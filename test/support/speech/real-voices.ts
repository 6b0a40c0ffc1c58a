// Voices of real people, where a machine has them: beside a checkout, and in packages of Debian whose sounds are where
// they are installed. None of them was heard in training.
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { sharedData } from "../shared-data.ts";
import type { Voice } from "./voice-recordings.ts";

export interface RealVoices {
  readonly voices: readonly Voice[];
  /** What is not on this machine, for the reader of a table. */
  readonly missing: readonly string[];
}

const SPEECHES = {
  "jfk.wav":
    "and so my fellow americans ask not what your country can do for you ask what you can do for your country",
  "two_cities.wav":
    "it was the best of times it was the worst of times it was the age of wisdom it was the age of foolishness it was the epoch of belief it was the epoch of incredulity it was the season of light it was the season of darkness it was the spring of hope it was the winter of despair we had everything before us we had nothing before us we were all going direct to heaven we were all going direct the other way in short the period was so far like the present period that some of its noisiest authorities insisted on its being received for good or for evil in the superlative degree of comparison only",
} as const;

const SPHINX = "/usr/share/pocketsphinx/test/data";
const SPHINX_READERS = [
  { name: "a novel (librivox)", transcription: "librivox/transcription" },
  { name: "playing cards", transcription: "cards/cards.transcription" },
];
const PROMPTS = "/usr/share/asterisk/sounds";
const PROMPT_READERS = ["en_US_f_Allison", "fr_CA_f_June", "it_IT_m_Carlo", "ru_RU_f_IvrvoiceRU"];
/** Some half a minute of prompts. */
const MAX_PROMPTS = 12;
const MIN_PROMPT_BYTES = 32_000;
/** Of two people in turns. */
const TURN_S = 5;
const TURNS = 4;

function recorded(name: string, files: readonly string[], said: string | null): Voice {
  return { name, isLearnt: false, said, inputs: files.map((file) => ["-i", file]) };
}

/** Lines of "<s> words </s> (file)". */
function sphinxReader(name: string, transcription: string): Voice {
  const path = `${SPHINX}/${transcription}`;
  const lines = [...readFileSync(path, "utf8").matchAll(/^<s>\s*(.*?)\s*<\/s>\s*\((.*)\)$/gm)];
  const folder = path.slice(0, -basename(path).length);
  const files = lines.map(([, , file]) => `${folder}${file}.wav`);
  return recorded(name, files, lines.map(([, words]) => words).join(" "));
}

function promptReader(name: string): Voice {
  const files = globSync(`${PROMPTS}/${name}/*.wav`)
    .sort()
    .filter((file) => statSync(file).size > MIN_PROMPT_BYTES);
  return recorded(`prompts, ${name}`, files.slice(0, MAX_PROMPTS), null);
}

/** Two people, one after the other and both at once. */
function pairOf([one, other]: readonly [string, string]): Voice[] {
  const turn = (file: string, at: number): string[] => [
    "-ss",
    `${TURN_S * at}`,
    "-t",
    `${TURN_S}`,
    "-i",
    file,
  ];
  const turns = Array.from({ length: TURNS }, (_, at) =>
    at % 2 === 0 ? turn(one, at) : turn(other, at >> 1),
  );
  const common = { isLearnt: false, said: null };
  return [
    { ...common, name: "two people in turns", inputs: turns },
    {
      ...common,
      name: "two people at once",
      inputs: [
        ["-i", one],
        ["-i", other],
      ],
      atOnce: true,
    },
  ];
}

/** The real voices of this machine. */
export function realVoices(): RealVoices {
  const speeches = Object.entries(SPEECHES).map(([name, said]) => ({
    name,
    said,
    ...sharedData(`speech/${name}`),
  }));
  const there = speeches.filter(({ skip }) => skip === false);
  const [one, other] = there.map(({ path }) => path);
  const readers = SPHINX_READERS.filter(({ transcription }) => existsSync(`${SPHINX}/${transcription}`));
  const prompts = PROMPT_READERS.filter((name) => existsSync(`${PROMPTS}/${name}`));
  const missing = speeches.flatMap(({ skip }) => (skip === false ? [] : [skip]));
  if (readers.length === 0) missing.push("pocketsphinx-testdata is not installed");
  if (prompts.length < PROMPT_READERS.length) {
    missing.push("asterisk-core-sounds-{en,fr,it,ru}-wav are not all installed");
  }
  return {
    voices: [
      ...there.map(({ name, path, said }) => recorded(name, [path], said)),
      ...(one === undefined || other === undefined ? [] : pairOf([other, one])),
      ...readers.map(({ name, transcription }) => sphinxReader(name, transcription)),
      ...prompts.map(promptReader),
    ],
    missing,
  };
}
