// Values over time. The drawing is for the eye; the same numbers stand in a table for those who do not see it.
import { useEffect, useRef, useState } from "preact/hooks";
import type { ApiError } from "../../api/api-error.ts";
import { failLoading, noteLoaded } from "../../app/reload-page.ts";
import { formatTick } from "../format.ts";
import { ErrorNotice, Loading } from "../state.tsx";
import type { ChartData } from "./chart-data.ts";

function Numbers({ data, label }: { data: ChartData; label: string }) {
  return (
    <table class="visually-hidden">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {data.series.map((series) => (
            <th key={series.label} scope="col">
              {series.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.times.map((time, index) => (
          <tr key={time}>
            <th scope="row">{formatTick(time, data.zone)}</th>
            {data.series.map(({ label: name, values, format = String }) => (
              <td key={name}>{values[index] == null ? "–" : format(values[index])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * The code that draws is loaded once a chart is shown; where that fails, the numbers are there all the same.
 * @param props.label what is drawn, in words
 */
export function Chart({ data, label }: { data: ChartData; label: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    let erase = (): void => undefined;
    let isGone = false;
    import("./draw-chart.ts").then(
      ({ drawChart }) => {
        noteLoaded("chart");
        if (isGone || place.current === null) return;
        erase = drawChart(place.current, data);
        setDrawn(true);
        setError(undefined);
      },
      () => {
        if (!isGone) setError(failLoading("chart"));
      },
    );
    return () => {
      isGone = true;
      erase();
    };
  }, [data]);
  return (
    <figure class="chart">
      <ErrorNotice error={error} />
      {!isDrawn && error === undefined && <Loading lines={4} label={`Drawing ${label}`} />}
      <div ref={place} aria-hidden="true" />
      <Numbers data={data} label={label} />
    </figure>
  );
}
