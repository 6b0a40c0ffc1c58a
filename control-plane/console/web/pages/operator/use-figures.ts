// The appliance's figures: read once, and from then on told by the stream.
import type { LiveFigures } from "../../../api-types/operator.ts";
import { useOperatorLive } from "../../api/live.ts";
import { get } from "../../api/request.ts";
import { type Resource, useResource } from "../../api/use-resource.ts";

export const API = "/console/api/operator";

export function useFigures(): Resource<LiveFigures> {
  const path = `${API}/live`;
  const figures = useResource(path, (signal) => get<LiveFigures>(path, { signal }));
  useOperatorLive("figures", (data) => figures.replace(data as LiveFigures));
  return figures;
}
