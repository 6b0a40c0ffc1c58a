// The services that create, show and watch tasks, for routes and the worker alike.
import type { Registry } from "prom-client";
import type { Logger } from "../shared/logger.ts";
import type { ObjectStorage } from "../shared/storage/object-storage.ts";
import type { Databases } from "./databases.ts";
import { type LinkSettings, linkToFile } from "./http/signed-links.ts";
import { type CreateBatches, createBatches } from "./tasks/create/create-batches.ts";
import { countCreatedTasks, gaugeWithdrawals } from "./tasks/create/create-metrics.ts";
import { createWithdrawals, type Withdrawals } from "./tasks/create/withdrawals.ts";
import { AccountWatch } from "./tasks/events/account-watch.ts";
import { createTaskWatch, type TaskWatch } from "./tasks/events/task-watch.ts";
import { createOutputReader } from "./tasks/read/stored-outputs.ts";
import { createTaskViews, type TaskViews } from "./tasks/read/task-view.ts";

export interface TaskServices {
  readonly creates: CreateBatches;
  readonly withdrawals: Withdrawals;
  readonly views: TaskViews;
  readonly watch: TaskWatch;
  readonly accountWatch: AccountWatch;
}

export interface TaskServicesOptions {
  readonly databases: Databases;
  readonly storage: ObjectStorage;
  readonly links: LinkSettings;
  readonly registry: Registry;
  readonly logger: Logger;
  /** Where withdrawals are noted that the database has not taken yet. */
  readonly withdrawalsFolder: string;
  /** Called after tasks were created. */
  readonly onCreated: () => void;
}

/** Creates tasks in batches, and counts them. */
function countedCreates({ databases, registry, onCreated }: TaskServicesOptions): CreateBatches {
  const count = countCreatedTasks(registry);
  return createBatches(databases.creates, databases.writes, (tasks) => {
    count(tasks);
    onCreated();
  });
}

function viewsOf({ links, storage, logger }: TaskServicesOptions): TaskViews {
  return createTaskViews({
    signFile: (storageKey) => linkToFile(storage, links, storageKey),
    readOutput: createOutputReader(storage, logger),
  });
}

/** Opens the services. The withdrawals that an earlier process noted are taken up at once. */
export function createTaskServices(options: TaskServicesOptions): TaskServices {
  const { databases, logger, registry, withdrawalsFolder } = options;
  const withdrawals = createWithdrawals(databases.work, logger, withdrawalsFolder);
  gaugeWithdrawals(registry, withdrawals);
  return {
    creates: countedCreates(options),
    withdrawals,
    views: viewsOf(options),
    watch: createTaskWatch(databases.work, logger),
    accountWatch: new AccountWatch(databases.work, logger),
  };
}
