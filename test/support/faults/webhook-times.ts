// The times of webhooks under faults: short, but long enough that a receiver's absence costs a delivery one attempt.
export const WEBHOOK_TIMES = { timeoutMs: 3_000, retryMs: 5_000 } as const;
