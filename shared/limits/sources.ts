// Media from strangers.
import { GIB, HOUR, SECOND } from "./units.ts";

export const SOURCE_LIMITS = {
  bytes: 20 * GIB,
  durationS: 6 * 3_600,
  redirects: 5,
  connectTimeoutMs: 10 * SECOND,
  /** No byte for this long ends a download. */
  idleTimeoutMs: 30 * SECOND,
  downloadTimeoutMs: 2 * HOUR,
  /** Broken connections in one download that are resumed; the pause doubles each time. */
  resumes: 3,
  firstResumePauseMs: 500,
  /** Connections of one yt-dlp through its proxy. */
  proxyConnections: 32,
  /** Width times height of a video frame: 8K with room for odd shapes. */
  framePixels: 8_192 * 4_608,
  streams: 64,
} as const;
