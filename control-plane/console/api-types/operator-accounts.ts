// What the console's API tells operators of accounts. Moods are numbers as in the API.

export interface OperatorAccountView {
  readonly id: string;
  readonly email: string;
  /** What its owner calls it; null where they gave no name. */
  readonly name: string | null;
  /** `PENDING` or `APPROVED`. */
  readonly state: string;
  readonly blocked: boolean;
  /** Whether its owner has a second factor. */
  readonly totp: boolean;
  /** Whether its owner operates the appliance. */
  readonly operator: boolean;
  /** Whether its owner comes by single sign-on and has no password. */
  readonly signOnAlone: boolean;
  readonly priceMultiplier: number;
  readonly moodsGranted: number;
  readonly moodsUsed: number;
  readonly moodsBalance: number;
  /** Of uploads, in GiB; null for the appliance's quota. */
  readonly uploadQuotaGb: number | null;
  /** How many places it gets for each one of an account of weight 1, while both have jobs waiting. */
  readonly shareWeight: number;
  /** Jobs that it runs at once at most; null for the appliance's bound. */
  readonly maxRunningJobs: number | null;
  /** Requests of each of its keys; null for the appliance's limits. */
  readonly perMinute: number | null;
  readonly perDay: number | null;
  readonly createdAt: string;
}

export interface OperatorKeyView {
  readonly id: string;
  readonly accountId: string;
  /** What its people call it; null where nobody has named it. */
  readonly name: string | null;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly ips: readonly string[];
  readonly perMinute: number | null;
  readonly perDay: number | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly createdAt: string;
}

/** What an entry of the ledger stands for. */
export type LedgerKind = "grant" | "charge" | "refund" | "adjustment";

export interface OperatorLedgerEntryView {
  readonly id: string;
  readonly kind: LedgerKind;
  readonly moods: number;
  readonly taskId: string | null;
  readonly note: string | null;
  readonly createdAt: string;
}

/** A link by which an account's owner sets a password, once; it is shown this once. */
export interface OwnerLinkView {
  /** Behind the console's host, with the secret. */
  readonly path: string;
  readonly expiresAt: string;
}

/** A page of a list that nobody counts. */
export interface OperatorLedgerPageView {
  readonly entries: readonly OperatorLedgerEntryView[];
  /** Names the last entry where there are older ones. */
  readonly next: string | null;
}

/** What one account has done in a range of time. */
export interface OperatorUsageView {
  readonly range: { readonly from: string; readonly to: string };
  readonly totals: {
    readonly requests: number;
    readonly base_moods: number;
    readonly charged_moods: number;
    readonly avg_response_time_ms: number;
  };
  readonly by_endpoint: readonly {
    readonly endpoint: string;
    readonly method: string;
    readonly requests: number;
    readonly charged_moods: number;
    readonly avg_response_time_ms: number;
  }[];
  readonly by_day: readonly {
    readonly day: string;
    readonly requests: number;
    readonly charged_moods: number;
  }[];
}
