// The appliance's figures: read once, and from then on told by the stream. A page that says how things are must know when
// nobody tells it any more: once the stream breaks, and also where it stands and nothing comes, as from a control plane
// without its database or a machine that is gone.
import { useEffect, useState } from "preact/hooks";
import type { LiveFigures } from "../../../api-types/operator.ts";
import { ApiError } from "../../api/api-error.ts";
import { useOperatorLive } from "../../api/live.ts";
import { OPERATOR_API } from "../../api/operator-api.ts";
import { get } from "../../api/request.ts";
import { type Resource, useResource } from "../../api/use-resource.ts";
import { whenSeenAfter } from "../../api/when-seen.ts";

/** Five times as long as it is between two figures. */
const SILENCE_MS = 15_000;
const AWAY = new ApiError({
  status: 0,
  code: "NETWORK",
  message: "No live figures come any more: what is shown here may be old.",
});

/** Its `error` is there for as long as the figures are not live. */
export function useFigures(): Resource<LiveFigures> {
  const path = `${OPERATOR_API}/live`;
  const figures = useResource(path, (signal) => get<LiveFigures>(path, { signal }));
  const { data, error, reload, replace } = figures;
  const [isAway, setAway] = useState(false);
  useOperatorLive("figures", {
    onData(told) {
      setAway(false);
      replace(told as LiveFigures);
    },
    onBreak(isRefused) {
      setAway(true);
      // A stream does not say why it was refused; a read does, and one without a session ends it.
      if (isRefused) reload();
    },
  });
  useEffect(() => {
    if (data === undefined) return undefined;
    // The stream of a tab that nobody sees is closed.
    return whenSeenAfter(SILENCE_MS, () => {
      setAway(true);
      reload();
    });
  }, [data, reload]);
  return { ...figures, error: error ?? (isAway && data !== undefined ? AWAY : undefined) };
}
