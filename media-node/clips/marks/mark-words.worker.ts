// Reads words for their marks and writes them, in a thread of its own, which keeps its model for as long as it lives. All that
// grows with the text is done here: the node's main thread keeps the leases of all its runs meanwhile.
import { keepModel } from "../../models/kept-model.ts";
import type { ModelBundle } from "../../models/model-bundle.ts";
import { threadTask } from "../../threads/thread-task.ts";
import { openMarkNetwork } from "./mark-network.ts";
import { areSpoken } from "./spoken-words.ts";
import { type SaidText, writeMarks } from "./write-marks.ts";

export interface MarkWordsCall {
  readonly bundle: ModelBundle;
  /** Threads of one operator. */
  readonly threads: number;
  readonly text: SaidText;
}

const networkFor = keepModel(openMarkNetwork);

/** The words at those places. Who begins with a note has the turn in what is said behind it. */
function take({ texts, startsS, endsS, turns }: SaidText, places: Uint32Array): SaidText {
  const startsTurn = (place: number, at: number): boolean =>
    turns.subarray(at === 0 ? 0 : (places[at - 1] ?? 0) + 1, place + 1).includes(1);
  return {
    texts: Array.from(places, (place) => texts[place] ?? ""),
    startsS: Float64Array.from(places, (place) => startsS[place] ?? 0),
    endsS: Float64Array.from(places, (place) => endsS[place] ?? 0),
    turns: Uint8Array.from(places, (place, at) => Number(startsTurn(place, at))),
  };
}

/** The texts of all words, in their order. */
export default threadTask<MarkWordsCall, string[]>(async ({ bundle, threads, text }, { signal }) => {
  const network = await networkFor({ bundle, threads, providers: ["cpu"] });
  const isSpoken = areSpoken(text.texts);
  const places = Uint32Array.from(text.texts.keys()).filter((place) => isSpoken[place] === true);
  const spoken = take(text, places);
  const written = writeMarks(spoken, await network.read(spoken.texts, signal));
  const all = [...text.texts];
  places.forEach((place, at) => {
    all[place] = written[at] ?? "";
  });
  return all;
});
