// What every shot's drawing answers to. A backdrop is drawn once a shot, soft shadows and blurs included; the action is
// drawn for every frame over it and keeps to plain shapes, which is what keeps the whole film under three minutes.
import type { VoiceTrack } from "./voice-motion.ts";

export interface Moment {
  /** Since the film began. */
  readonly filmS: number;
  /** Since the shot began, and the shot's length. */
  readonly shotS: number;
  readonly lengthS: number;
  /** When each of the shot's phrases begins, since the shot began. */
  readonly cuesS: readonly number[];
  readonly host: VoiceTrack;
  readonly guest: VoiceTrack;
}

export interface Scene {
  /** Definitions and shapes of the still part. */
  readonly backdrop: string;
  /** Definitions and shapes of the moving part; the frame is transparent where it draws nothing. */
  readonly action: (moment: Moment) => string;
}

export const HOST_SEED = 11;
export const GUEST_SEED = 47;
