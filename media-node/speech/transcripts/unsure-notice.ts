// What a person is told when the speech model is more likely wrong than right.
import { type Transcript, unsureShare } from "./transcript.ts";

/** Below this share of words nothing is said: a mumbled sentence in an hour is no news. */
const WORTH_SAYING = 0.1;

/** One sentence, or null where the model was sure enough. */
export function unsureNotice(transcript: Transcript): string | null {
  const share = unsureShare(transcript);
  if (share < WORTH_SAYING) return null;
  const where = share > 0.9 ? "this voice" : "parts of what is said";
  const model = transcript.model.replace(/@.*$/, "");
  return `The installed speech model (${model}) is not sure of ${where}; a better one is installed with "npm run models -- pull NAME" (see "npm run models -- list").`;
}
