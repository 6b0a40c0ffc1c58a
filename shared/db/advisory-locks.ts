// The numbers of the advisory locks that have no row to be named after, all in one place: two works that took the same one
// would wait for each other, and nothing would say why. A lock of a row takes a hash of its id (`hashtextextended`) instead.
// Two functions of the migrations take numbers of this kind, too, and never change: the dispatcher 7022211308
// (0007-fair-queue.sql), and whoever plans partitions 7022211309 (0010-partitions.sql).

export const ADVISORY_LOCKS = {
  /** One process migrates. */
  migrations: 7_022_211_305,
  /** One process compares tasks with queue jobs. */
  queueRepair: 7_022_211_307,
  /** Whoever drops a period, or has all of them stay. */
  periodDrop: 7_022_211_310,
  /** Whoever archives a period of the ledger, or has all of them stay. */
  ledgerArchive: 7_022_211_311,
  /** One process builds indexes of tables in use. */
  indexBuild: 7_022_211_312,
  /** One process sums hours of usage up to days. */
  usageDays: 7_022_211_313,
  /** Whoever makes the first operator, or takes the role from one. */
  firstOperator: 7_022_211_320,
} as const;
