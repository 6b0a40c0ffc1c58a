// What operators do by command.

export const ADMIN_LIMITS = {
  /** Of a list. */
  pageItems: { max: 1_000, default: 100 },
  page: 100_000,
  /** Requests in a window, and other numbers that an operator sets. */
  count: 999_999_999,
  /** Queue jobs that one command has tried again. */
  retriedJobs: 10_000,
} as const;

/** The log of what operators did. */
export const AUDIT_LIMITS = {
  /** Days that operators may have it kept, at least the month in which the database lets nobody remove anything. */
  keptDays: { min: 30, max: 36_500 },
  removedPerStatement: 5_000,
} as const;

/** Backups of a database with its storage. */
export const BACKUP_LIMITS = {
  /** Of rows on their way between the database and a file; larger rows are chunks of their own. */
  chunkBytes: 64 * 1024,
  /** Rows that name files, as they are read. */
  rowsPerPage: 5_000,
  /** Files that the storage is asked for at once. */
  filesAtOnce: 16,
  /** Missing files that are named; beyond, they are counted. */
  missingShown: 1_000,
} as const;
