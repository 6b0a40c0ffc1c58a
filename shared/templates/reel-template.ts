// Highlight templates: documents that operators and the project write, made complete. The four that come with the
// project are JSON files, each with a name for people; the control plane offers them and writes the complete template
// into a task's row.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Static, Type } from "typebox";
import { ReelTemplateDocument } from "../schemas/reel-template.ts";
import { compileSchema } from "../schemas/validate.ts";
import type { ReelCard, ReelTemplate } from "./reel-styles.ts";

export interface BuiltInReelTemplate {
  readonly name: BuiltInReelTemplateName;
  /** For people. */
  readonly title: string;
  readonly description: string;
  /** As clients read it. */
  readonly document: ReelTemplateDocument;
}

const BUILT_IN_FOLDER = fileURLToPath(new URL("./reel-templates/", import.meta.url));
export const BUILT_IN_REEL_TEMPLATE_NAMES = ["strike", "broadcast", "overdrive", "heritage"] as const;
export type BuiltInReelTemplateName = (typeof BUILT_IN_REEL_TEMPLATE_NAMES)[number];

const parseDocument = compileSchema(ReelTemplateDocument);
const parseFile = compileSchema(
  Type.Object(
    {
      title: Type.String({ minLength: 1, maxLength: 100 }),
      description: Type.String({ minLength: 1, maxLength: 500 }),
      template: ReelTemplateDocument,
    },
    { additionalProperties: false },
  ),
);

type CardDocument = Static<typeof ReelTemplateDocument>["intro"];

function completeCard(card: CardDocument, subtitle: string): ReelCard | null {
  if (card?.enabled === false) return null;
  return {
    look: card?.look ?? "slant",
    durationS: card?.duration_s ?? 3,
    title: card?.title ?? "{title}",
    subtitle: card?.subtitle ?? subtitle,
  };
}

function completeLowerThird(third: ReelTemplateDocument["lower_third"]): ReelTemplate["lowerThird"] {
  if (third?.enabled === false) return null;
  return {
    look: third?.look ?? "slant",
    side: third?.side ?? "left",
    durationS: third?.duration_s ?? 5,
    title: third?.title ?? "{title}",
    detail: third?.detail ?? "{reason}",
    counter: third?.counter ?? true,
  };
}

function completeLogo(logo: ReelTemplateDocument["logo"]): ReelTemplate["logo"] {
  if (logo === undefined) return null;
  const { image, corner = "top_right", size = 0.1, opacity = 0.9 } = logo;
  return { image, corner, size, opacity };
}

function completeMusic(music: ReelTemplateDocument["music"]): ReelTemplate["music"] {
  if (music === undefined) return null;
  return { asset: music.asset, gainDb: music.gain_db ?? -14, duckingDb: music.ducking_db ?? 12 };
}

/** A document that satisfies the schema, with what it leaves out filled in as the schema says. */
export function completeReelTemplate(document: ReelTemplateDocument): ReelTemplate {
  const { colors, fonts, transition } = document;
  return {
    colors: { background: "#0B1020", primary: "#E10600", accent: "#FFD400", text: "#FFFFFF", ...colors },
    fonts: { heading: "Montserrat ExtraBold", body: "Montserrat SemiBold", ...fonts },
    uppercase: document.uppercase ?? false,
    intro: completeCard(document.intro, "{category} · {moments}"),
    lowerThird: completeLowerThird(document.lower_third),
    transition: { kind: transition?.kind ?? "wipe", durationS: transition?.duration_s ?? 0.8 },
    outro: completeCard(document.outro, "{moments}"),
    logo: completeLogo(document.logo),
    music: completeMusic(document.music),
  };
}

/** The storage key of a template's logo; null where it has none or carries it in a data URI. */
export function logoAsset({ logo }: ReelTemplate): string | null {
  return logo === null || logo.image.startsWith("data:") ? null : logo.image;
}

/** A template from a document of whatever origin. @throws AppError INVALID_REQUEST that names the field */
export function readReelTemplate(document: unknown): ReelTemplate {
  return completeReelTemplate(parseDocument(document));
}

function readBuiltIn(name: BuiltInReelTemplateName): BuiltInReelTemplate {
  const file = parseFile(JSON.parse(readFileSync(join(BUILT_IN_FOLDER, `${name}.json`), "utf8")));
  return { name, title: file.title, description: file.description, document: file.template };
}

/** The templates that come with the project. */
export const BUILT_IN_REEL_TEMPLATES: readonly BuiltInReelTemplate[] =
  BUILT_IN_REEL_TEMPLATE_NAMES.map(readBuiltIn);
