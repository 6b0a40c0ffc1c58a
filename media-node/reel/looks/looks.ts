// Every look by its name.
import type { ReelLook } from "../../../shared/templates/reel-styles.ts";
import type { Look } from "../drawing/reel-look.ts";
import { editorialCard } from "./editorial-card.ts";
import { editorialThird } from "./editorial-third.ts";
import { minimalCard } from "./minimal-card.ts";
import { minimalThird } from "./minimal-third.ts";
import { neonCard } from "./neon-card.ts";
import { neonThird } from "./neon-third.ts";
import { slantCard } from "./slant-card.ts";
import { slantThird } from "./slant-third.ts";

export const LOOKS: Readonly<Record<ReelLook, Look>> = {
  slant: { card: slantCard, lowerThird: slantThird },
  minimal: { card: minimalCard, lowerThird: minimalThird },
  neon: { card: neonCard, lowerThird: neonThird },
  editorial: { card: editorialCard, lowerThird: editorialThird },
};
