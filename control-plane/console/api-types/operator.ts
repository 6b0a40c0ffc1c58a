// What the console's API tells operators. Times are ISO 8601 in UTC, moods are numbers as in the API; lists come with
// `pagination` beside `data`.

export type HealthState = "ok" | "warn" | "bad";

export interface HealthCheck {
  readonly id: string;
  readonly title: string;
  readonly state: HealthState;
  /** What is, in one sentence. */
  readonly summary: string;
  /** What to look at and to do; null where all is well. */
  readonly advice: string | null;
  /** The paragraph of the runbooks that says more, such as `ClipmillQueueOld`. */
  readonly runbook: string | null;
  /** The page of the console that shows more, such as `/operator/queue`. */
  readonly page: string | null;
}

/** GET /console/api/operator/health. */
export interface HealthView {
  /** The worst of the checks. */
  readonly state: HealthState;
  readonly checks: readonly HealthCheck[];
}

export interface QueueLine {
  readonly job: string;
  readonly kind: string;
  /** Empty for queue jobs of no model. */
  readonly model: string;
  readonly waiting: number;
  readonly running: number;
  /** Failed before, and to be tried again. */
  readonly retrying: number;
  /** Tried as often as they may be. */
  readonly failed: number;
  /** 0 where nothing is there. */
  readonly oldestAgeS: number;
  /** Living media nodes that take such jobs. */
  readonly nodes: number;
}

/** A device that models may run on; `memoryBytes` is null where it does not say. */
export interface DeviceView {
  readonly provider: string;
  /** Of the provider's own count. */
  readonly index: number;
  readonly name: string;
  readonly memoryBytes: number | null;
}

/** A process of either plane. */
export interface WorkerView {
  readonly id: string;
  readonly plane: "control-plane" | "media-node";
  readonly host: string;
  readonly pid: number;
  /** Null of older processes, which do not say. */
  readonly version: string | null;
  readonly startedAt: string;
  readonly leaseAgeS: number;
  readonly isAlive: boolean;
  /** Of media nodes. */
  readonly state: "working" | "draining" | "drained" | null;
  /** Under which names an operator has it emptied: its id, its machine's, both or none. */
  readonly drainedAs: readonly string[];
  readonly memoryBytes: number | null;
  /** For runs, by what they keep busy; none of control planes. */
  readonly places: readonly {
    readonly resource: "cores" | "devices";
    readonly places: number;
    readonly busy: number;
  }[];
  readonly activeRuns: number;
  /** Why it takes no job now. */
  readonly shortage: string | null;
  readonly devices: readonly DeviceView[];
  /** The provider that each model ran on last, by the model's name. */
  readonly models: Readonly<Record<string, string>>;
  /** Models that it offers to clients. */
  readonly offers: readonly string[];
  readonly takes: readonly { readonly kind: string; readonly model: string }[];
}

/** The event `figures` of GET /console/api/operator/events. */
export interface LiveFigures {
  readonly at: string;
  readonly health: HealthView;
  readonly queue: readonly QueueLine[];
  /** Accounts that have tasks in line. */
  readonly waitingAccounts: number;
  readonly workers: readonly WorkerView[];
  readonly workersTotal: number;
  /** `approved` is null where it could not be counted. */
  readonly accounts: { readonly pending: number; readonly approved: number | null };
  readonly webhooks: {
    readonly due: number;
    readonly failingReceivers: number;
    /** Of the oldest delivery that has not come to its end. */
    readonly oldestAgeS: number;
  };
}

/** GET /console/api/operator/queue. */
export interface QueueView {
  readonly lines: readonly QueueLine[];
}

/** Tasks of one kind that ended in one hour. */
export interface EndedHour {
  readonly hour: string;
  readonly kind: string;
  readonly finished: number;
  readonly failed: number;
}

/** How long tasks of one kind waited for their first run, over all hours; bounds in seconds, null beyond the last one. */
export interface WaitingTimes {
  readonly kind: string;
  readonly ended: number;
  readonly failed: number;
  readonly meanWaitS: number;
  readonly meanWorkS: number;
  /** Half of the tasks, and nineteen of twenty, waited no longer than this. */
  readonly medianWaitUpToS: number | null;
  readonly p95WaitUpToS: number | null;
}

/** GET /console/api/operator/throughput. */
export interface ThroughputView {
  readonly hours: readonly EndedHour[];
  readonly waiting: readonly WaitingTimes[];
}

/** How far the emptying of a node is. */
export interface NodeDrainView {
  readonly node: string;
  /** Whether an operator has asked for it. */
  readonly asked: boolean;
  /** Living media nodes of this id or machine. */
  readonly nodes: number;
  /** Jobs that they still hold. */
  readonly jobs: number;
  /** Nothing is left on them, and nothing comes. */
  readonly drained: boolean;
}

/** A queue job that was tried as often as it may be. */
export interface FailedJobView {
  readonly id: string;
  readonly job: string;
  /** The task's id, or the template's. */
  readonly subject: string | null;
  /** What the template of a preview shows. */
  readonly template: string | null;
  readonly accountId: string | null;
  /** Of the account's owner. */
  readonly accountEmail: string | null;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly createdAt: string;
}

export interface DroppedJobView extends FailedJobView {
  /** Whether its task had not ended, and did by this. */
  readonly taskEnded: boolean;
  /** Whether moods came back. */
  readonly refunded: boolean;
}

/** A line of the audit log. */
export interface OperatorActionView {
  readonly id: number;
  readonly at: string;
  readonly operator: string;
  readonly via: string;
  readonly origin: string;
  readonly action: string;
  readonly target: string;
  readonly accountId: string | null;
  /** Of the account's owner. */
  readonly accountEmail: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What one output of a model costs in a tier before an account's multiplier. */
export interface TierPriceView {
  readonly tier: string;
  /** What holds now. */
  readonly moods: number;
  /** What an operator has set; null where nobody has. */
  readonly setMoods: number | null;
  /** What the model announces; null where it does not. */
  readonly ownMoods: number | null;
  /** What the appliance's settings say. */
  readonly listMoods: number;
}

/** GET /console/api/operator/models: a model that any node ever brought. */
export interface OperatorModelView {
  readonly model: string;
  readonly title: string;
  readonly subtitle: string;
  readonly capability: string;
  /** Ids of living nodes that offer it. */
  readonly nodes: readonly string[];
  /** When it was offered last; null where nobody knows. */
  readonly offeredAt: string | null;
  readonly prices: readonly TierPriceView[];
}

/** GET /console/api/operator/templates. */
export interface OperatorTemplateView {
  readonly id: string;
  readonly model: string;
  readonly modelTitle: string;
  readonly description: string;
  readonly category: { readonly slug: string; readonly name: string };
  readonly isBuiltIn: boolean;
  readonly preview: "made" | "awaited" | "none" | "elsewhere";
  /** An address for this session; null while there is none. */
  readonly previewUrl: string | null;
  readonly previewType: string | null;
  readonly usageCount: number;
  readonly updatedAt: string;
}

export interface CategoryView {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly templates: number;
}

export interface OperatorCaptionPresetView {
  readonly name: string;
  readonly description: string;
  readonly style: Readonly<Record<string, unknown>>;
}

/** GET /console/api/operator/storage. */
export interface StorageView {
  readonly kind: "folder" | "s3";
  /** The folder, or the bucket at its endpoint. */
  readonly place: string;
  /** Null where it does not answer. */
  readonly room: {
    readonly freeBytes: number;
    readonly totalBytes: number;
    /** What may be filled before the floor is reached. */
    readonly roomBytes: number;
  } | null;
  /** What is wrong with it; null where nothing is. */
  readonly shortage: string | null;
  readonly kept: {
    readonly uploads: number;
    readonly uploadBytes: number;
    readonly openUploads: number;
    readonly openUploadBytes: number;
    readonly removals: number;
    readonly failingRemovals: number;
  };
  readonly retention: {
    readonly uploadsDays: number;
    readonly resultsDays: number;
    readonly workMinutes: number;
    /** Null keeps them for ever. */
    readonly tasksDays: number | null;
    readonly usageSecondsDays: number;
    readonly auditDays: number | null;
    readonly partitionDays: number;
  };
  readonly uploadQuotaGb: number;
  readonly database: {
    readonly version: string;
    readonly sizeBytes: number;
    readonly connections: number;
    readonly maxConnections: number;
    readonly tables: readonly { readonly name: string; readonly sizeBytes: number }[];
  };
}
