// All routes of the console that only operators reach.
import type { Route } from "../../../http/route.ts";
import { type AccountRoutesOptions, accountRoutes } from "./account-routes.ts";
import { type CatalogRoutesOptions, catalogRoutes } from "./catalog-routes.ts";
import { type ModelRoutesOptions, modelRoutes } from "./model-routes.ts";
import { type QueueRoutesOptions, queueRoutes } from "./queue-routes.ts";
import { type SystemRoutesOptions, systemRoutes } from "./system-routes.ts";

export interface OperatorRoutesOptions
  extends AccountRoutesOptions,
    QueueRoutesOptions,
    ModelRoutesOptions,
    CatalogRoutesOptions,
    SystemRoutesOptions {}

export interface OperatorRoutes {
  readonly routes: readonly Route[];
  /** Ends the streams; none begins from then on. */
  stop(): void;
}

/** The routes of all subjects. One live feed serves everybody who looks; `stop` ends its streams. */
export function operatorRoutes(options: OperatorRoutesOptions): OperatorRoutes {
  const system = systemRoutes(options);
  return {
    stop: () => system.stop(),
    routes: [
      ...system.routes,
      ...accountRoutes(options),
      ...queueRoutes(options),
      ...modelRoutes(options),
      ...catalogRoutes(options),
    ],
  };
}
