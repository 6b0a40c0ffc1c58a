// The looks of captions that this appliance has.
import type { CaptionPresetView } from "../../../api-types/caption-presets.ts";
import { get } from "../../api/request.ts";

export function readPresets(signal: AbortSignal): Promise<CaptionPresetView[]> {
  return get<CaptionPresetView[]>("/console/api/caption-presets", { signal });
}
