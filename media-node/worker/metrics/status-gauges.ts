// Figures of things that a node has several of, such as its cards: each is read again whenever the metrics are. One whose
// name ends in `_total` is counted up where it is kept, and is a counter.
import { Counter, Gauge, type Registry } from "prom-client";

export interface StatusFigure<Status> {
  readonly name: string;
  readonly help: string;
  readonly read: (status: Status) => number;
}

/** Labels, and what is said under them. */
export type LabelledStatus<Label extends string, Status> = readonly [Record<Label, string>, Status];

/** A gauge, or a counter, for each figure, with a value for each of what `statuses` tells. */
export function registerStatusGauges<Label extends string, Status>(
  registry: Registry,
  figures: readonly StatusFigure<Status>[],
  labelNames: readonly Label[],
  statuses: () => readonly LabelledStatus<Label, Status>[],
): void {
  for (const { name, help, read } of figures) {
    const shape = { name, help, labelNames, registers: [registry] };
    if (name.endsWith("_total")) {
      new Counter({
        ...shape,
        collect() {
          this.reset();
          for (const [labels, status] of statuses()) this.inc(labels, read(status));
        },
      });
      continue;
    }
    new Gauge({
      ...shape,
      collect() {
        for (const [labels, status] of statuses()) this.set(labels, read(status));
      },
    });
  }
}
