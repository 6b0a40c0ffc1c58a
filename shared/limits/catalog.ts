// The catalogue's templates and their previews.
import { HOUR, MIB, MINUTE, SECOND } from "./units.ts";

export const CATALOG_LIMITS = {
  pageItems: { max: 100, default: 20 },
  page: 100_000,
  descriptionLength: 5_000,
  categoryNameLength: 100,
  previews: 20,
  /** Of files that templates bring: an image is kept within this edge, and a sound within this length and size. */
  imageEdgePx: 1_024,
  musicBytes: 64 * MIB,
  musicS: HOUR / SECOND,
  importedTemplates: 10_000,
  importFileBytes: 64 * MIB,
} as const;

/** Previews of templates, and the files that templates bring. */
export const PREVIEW_LIMITS = {
  /** Tries of one preview; a node that dies over it counts as one, an orderly stop does not. */
  attempts: 4,
  timeoutMs: 10 * MINUTE,
  /**
   * Built-in templates wait this long after they were brought, so that an appliance's first job is not slowed down: on two
   * cores the demo alone takes minutes, and each of these previews seconds of a processor.
   */
  builtInDelayMs: 5 * MINUTE,
  files: 20,
  /** How long the operator's command waits for a preview, and how often it looks. */
  waitMs: 10 * MINUTE,
  pollMs: 500,
  /** A file that no template names any more; links to it stay good for this long. */
  discardedKeptMs: 10 * MINUTE,
} as const;
