// The caption presets that a clip's editor offers.
import type { CaptionPresets } from "../../../shared/captions/caption-presets.ts";
import { jsonReply, type Route } from "../../http/route.ts";
import type { CaptionPresetView } from "../api-types/caption-presets.ts";
import { MEMBER } from "./session-access.ts";

/** For members: the presets' names and descriptions, the operator's own among them. */
export function captionPresetRoutes(presets: CaptionPresets): Route[] {
  const views = [...presets].map(([name, { description }]): CaptionPresetView => ({ name, description }));
  return [
    {
      ...MEMBER,
      body: "none",
      method: "GET",
      path: "/console/api/caption-presets",
      handle: async () => jsonReply(200, "Caption presets listed", views),
    },
  ];
}
