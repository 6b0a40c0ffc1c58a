// Every bound of the appliance in one place: bodies, downloads, processes, pools, retries, times. A number that
// guards memory, time or disk belongs here and nowhere else, so that an operator can read what the worst case is.

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const HTTP_LIMITS = {
  bodyBytes: MIB,
  /** Levels of objects and lists in a JSON body. */
  bodyDepth: 64,
  /** From the first byte of a request to the last of its JSON body. */
  bodyTimeoutMs: 10 * SECOND,
  /** A reply that the database or the storage holds back for longer is UNAVAILABLE; uploads have bounds of their own. */
  replyTimeoutMs: 4 * SECOND,
  /** An upload or a download that moves no byte for this long is cut. */
  idleStreamTimeoutMs: 30 * SECOND,
  /** Open requests finish within this time when the process is asked to stop. */
  shutdownGraceMs: 10 * SECOND,
  /** What is held of a body while its reader is slow; the client waits meanwhile. */
  bodyBufferBytes: 256 * KIB,
  urlLength: 2_048,
  /** Between the last reply at a shutdown and the end of its connection. */
  lastReplyFlushMs: 100,
  /** What the worker and the record of usage have each at a shutdown, after the requests. */
  workerStopMs: 4 * SECOND,
  recorderStopMs: 2 * SECOND,
} as const;

/**
 * Connections to the database: the most that each pool of a process opens under load. One that was idle for a while is
 * closed, so that at rest a control plane holds at most 10 and a media node at most 4. deploy/connections.md counts them
 * up for whole fleets.
 */
export const CONNECTION_LIMITS = {
  controlPlane: {
    /** One statement at a time decides on all requests that wait. */
    admission: 1,
    /** The lanes of requests: more than a database's cores would only wait there instead of here. */
    reads: 6,
    writes: 3,
    /** One statement at a time creates all tasks that wait. */
    creates: 1,
    /** Finishing tasks, webhooks, sweeps, usage. */
    work: 4,
    /** Sweeps for files whose time is up. */
    expiry: 1,
    /** The queue's listener and one for its rare jobs. */
    queue: 2,
  },
  mediaNode: {
    /** Runs report once a second and hold nothing, so that hundreds of them share two. */
    runs: 2,
    /** The queue's listener, and those that take and end jobs: one where none runs, or else three. */
    queue: 4,
  },
  idleMs: 10 * SECOND,
  /**
   * The driver gives its connections work in turn, so that a few requests would keep all of a pool's from being idle:
   * each of several ends after so long, at random between both, and is opened anew only where it is needed.
   */
  lifeMs: { min: MINUTE, max: 2 * MINUTE },
} as const;

export const DATABASE_LIMITS = {
  /** A request is answered 503 rather than left waiting longer than this for the database. */
  statementTimeoutMs: 3.5 * SECOND,
  /** A connection that brings no answer by then is destroyed; the server itself gives the statement up before. */
  replyTimeoutMs: 3.9 * SECOND,
  /** The same for the queue's own connections, on which nobody waits for a reply. */
  queueStatementTimeoutMs: 8 * SECOND,
  queueReplyTimeoutMs: 10 * SECOND,
  /** And for admission, which has one connection: those who wait are decided by the next one in time. */
  admissionTimeoutMs: 2 * SECOND,
  /** Of a connection's orderly end, and of a pool's. */
  goodbyeMs: SECOND,
  endTimeoutMs: 2 * SECOND,
  /** How long a transaction may stay open on the server without a statement. */
  idleTransactionMs: 15 * SECOND,
  connectTimeoutMs: 3 * SECOND,
  reconnectPauseMs: 250,
  /** How long one try of a migration waits for a table's lock, and how often it is tried: four minutes in all. */
  migrationLocks: { lockTimeoutMs: 2 * SECOND, tries: 80, pauseMs: SECOND },
  /** How long a process waits for another one's migrations; within APPLIANCE_LIMITS.readyTimeoutMs. */
  migrationWaitMs: 4 * MINUTE,
  /** How soon the server ends the building of an index whose process has gone, and when it is tried again. */
  indexClientCheckMs: SECOND,
  indexRetryMs: MINUTE,
  /** A media node that starts waits this long for a control plane to migrate the database. */
  schemaWaitMs: 60 * SECOND,
  schemaPollMs: 250,
} as const;

/** Periods of tables that grow for ever, each a partition. */
export const PERIOD_LIMITS = {
  /** How long a period is, unless the operator says otherwise; what is planned stays as it is. */
  days: { min: 1, max: 366, default: 30 },
  /** How often a control plane looks for periods to be made, and for those that have been kept long enough. */
  sweepMs: 6 * HOUR,
  /** Days that operators may have tasks kept; longer than their files, which go before. For ever where they say nothing. */
  tasksKeptDays: { min: 31, max: 36_500 },
  /** Seconds of usage; the sums of hours are kept for ever. */
  usageSecondsKeptDays: { min: 2, max: 36_500, default: 400 },
  idempotencyKeysPerStatement: 5_000,
  /**
   * How one try to change a table in use waits for each lock, with everybody behind it: less than a request may take, and
   * longer than the second after which PostgreSQL calls a vacuum of its own back.
   */
  locks: { lockTimeoutMs: 1_500, tries: 60, pauseMs: SECOND },
  /** The same at a start, which does not wait for what a sweep can do later. */
  triesAtStart: 3,
  /** Rows that came before their partition, moved into it at once while nobody can use their table. */
  movedRowsPerStep: 5_000,
} as const;

/** The ledger's archives. */
export const LEDGER_LIMITS = {
  entriesPerPage: 5_000,
  sumsPerStatement: 5_000,
  /** How long after its end a period can be archived: longer than any transaction that writes into it. */
  restMs: DAY,
  /** Entries that one command shows. */
  shownEntries: 100_000,
} as const;

export const STORAGE_LIMITS = {
  uploadBytes: 20 * GIB,
  uploadUrlTtlMs: 6 * HOUR,
  fileUrlTtlMs: DAY,
  fileKeptMs: 30 * DAY,
  /** Intermediate files of an ended task; long enough for a node that still works on it to notice the end. */
  workKeptMs: 10 * MINUTE,
  /** From the end of one sweep, which goes on until nothing is due, to the next. */
  expirySweepMs: MINUTE,
  /** Removals of one kind of files at once in one control plane, each of which claims so many at a time. */
  removalsAtOnce: 4,
  removalsPerClaim: 25,
  /** A removal that takes longer counts as failed; a failed one is tried again after this time, doubled each time. */
  removalTimeoutMs: MINUTE,
  firstRemovalRetryMs: 2 * MINUTE,
  maxRemovalRetryMs: 6 * HOUR,
  /** A file that no row names goes when it is older than any row would keep it, so that a wrong database costs nothing. */
  orphanKeptMs: 31 * DAY,
  orphanSearchMs: DAY,
  /** Of outputs, how much time before that is searched; each is looked at on so many days. */
  outputSearchMs: 30 * DAY,
  orphansPerStatement: 500,
  /** How often the room of the storage is looked at beside the times when it is about to be filled, and for how long. */
  roomCheckMs: 5 * SECOND,
  roomTimeoutMs: 3 * SECOND,
  /** What an operator may have kept free. */
  minFreeMb: { min: 0, max: 100_000_000 },
  /** What one account may keep and have announced, and its announcements that wait for their content. */
  uploadQuotaGb: { min: 1, max: 1_000_000, default: 200 },
  openUploads: { min: 1, max: 100_000, default: 100 },
  /** An upload that began before its link expired may go on for this long after. */
  lateUploadMs: 6 * HOUR,
  /** From the last moment at which an upload can be stored or named to its removal. */
  uploadMarginMs: 10 * MINUTE,
  keyLength: 512,
  /** A temporary file into which nothing was written for this long belongs to a write that never ended. */
  temporaryKeptMs: HOUR,
  readChunkBytes: 256 * KIB,
} as const;

/** What tasks report: small outputs stand in their rows, larger ones lie in the storage. */
export const OUTPUT_LIMITS = {
  /** Of JSON in a row. */
  rowBytes: 16 * KIB,
  /** Of any output's JSON: six hours of the fastest speech are 9 MB, of one that is written sign by sign 12 MB. */
  bytes: 32 * MIB,
  /** What a control plane keeps of the outputs that it has read. */
  cacheBytes: 32 * MIB,
  /** Reads at once, each of which holds a thread of Node's four where a disk hangs, and how many wait. */
  readsAtOnce: 2,
  waitingReads: 1_000,
  /** Of one read with its wait; shorter than HTTP_LIMITS.replyTimeoutMs. */
  readTimeoutMs: 3 * SECOND,
  /** Outputs that a command of the operator's reads at once, and clips that it looks for with one statement. */
  clipReadsAtOnce: 8,
  clipsPerStatement: 1_000,
  /** How long captions are written before others have their turn. */
  captionTurnMs: 10,
} as const;

export const SOURCE_LIMITS = {
  bytes: 20 * GIB,
  durationS: 6 * 3_600,
  redirects: 5,
  connectTimeoutMs: 10 * SECOND,
  /** No byte for this long ends a download. */
  idleTimeoutMs: 30 * SECOND,
  downloadTimeoutMs: 2 * HOUR,
  /** Broken connections in one download that are resumed; the pause doubles each time. */
  resumes: 3,
  firstResumePauseMs: 500,
  /** Connections of one yt-dlp through its proxy. */
  proxyConnections: 32,
  /** Width times height of a video frame: 8K with room for odd shapes. */
  framePixels: 8_192 * 4_608,
  streams: 64,
} as const;

export const PROCESS_LIMITS = {
  probeTimeoutMs: 30 * SECOND,
  /** Longest run of one ffmpeg; a render also gets a bound from the length of its clip. */
  ffmpegTimeoutMs: HOUR,
  /** ffmpeg that writes no further media for this long is stuck. */
  ffmpegStallMs: 2 * MINUTE,
  /** What is kept of a child's error output, for logs. */
  stderrBytes: 16 * KIB,
  probeOutputBytes: 4 * MIB,
  outputBytes: 4 * GIB,
  /** Between the polite and the final signal. */
  killGraceMs: 2 * SECOND,
} as const;

/** The fence around every child process: what it may take of this machine, whatever it was given to read. */
export const CHILD_LIMITS = {
  /**
   * Writable memory: of each child, and more for every core, because ffmpeg starts threads by cores. An 8K source that
   * is rendered at 2160p takes 0.7 GiB with 2 threads, 4.9 GiB with 24, and 11 GiB with 96 (2026-11).
   */
  memoryBytes: 6 * GIB,
  memoryPerCoreBytes: 256 * MIB,
  maxMemoryBytes: 32 * GIB,
  /** Of one file that a child writes; above PROCESS_LIMITS.outputBytes, at which ffmpeg ends a file by itself. */
  fileBytes: 5 * GIB,
  openFiles: 1_024,
  /** Between the signal for used-up processor time, which a program may heed, and the final one. */
  cpuGraceS: 5,
  /** How long a child that was told to end waits for its node to be told the same. */
  stopNoticeMs: 2 * SECOND,
  /** Of each part of the fence that is tried at start. */
  probeTimeoutMs: 10 * SECOND,
  /** Children that are ended at our own exit; those beyond end by their parent's death. */
  remembered: 4_096,
} as const;

export const QUEUE_LIMITS = {
  /** Runs of a task that ended in a failure; then the task fails. */
  runsPerTask: 4,
  /** Runs of a task that ended because their node lacked something; the queue's growing wait spreads them over hours. */
  starvedRunsPerTask: 10,
  /** Runs of a task whose process died, each without having come further than those before; then the task fails. */
  lossesPerTask: 10,
  /** A runner asks so often which queue jobs are locked under its name that nobody there was handed. */
  lookAgainMs: 60_000,
  /** What the queue itself may try. Tasks count their own failures; this many is never meant to be. */
  attempts: 1_000,
  /** The queue's pause after a failed try, which grows with each, does not grow beyond this. */
  maxRetryPauseMs: HOUR,
  leaseRenewalMs: 5 * SECOND,
  leaseTtlMs: 20 * SECOND,
  /** Renewals further apart than this are a gap, after which a process declares nobody lost for leaseTtlMs. */
  leaseGapMs: 10 * SECOND,
  sweepIntervalMs: 5 * SECOND,
  /** Of one cancellation whose transaction met another crosswise. */
  cancelAttempts: 3,
  /**
   * How often each idle place asks for a job that it was not told of, and no more often than eight places a second: all
   * the places of a large node would otherwise be what an idle database works for.
   */
  pollMs: 2 * SECOND,
  pollPerPlaceMs: 125,
  /** How long graphile-worker gathers ended jobs. */
  endBatchMs: 50,
  /** How long the end of a job is tried to be written while the database is away. */
  endTimeoutMs: HOUR,
  /** How long a runner's stop waits for jobs under way and for the queue's own words, and for its connections. */
  stopMs: 15 * SECOND,
  closeMs: 5 * SECOND,
  /** Before a queue runner that has given itself up is started anew, and between the tries. */
  restartPauseMs: SECOND,
  progressIntervalMs: SECOND,
  /** Shorter than the queue's own 4 h after which it hands a locked job to another worker. */
  runTimeoutMs: 3.5 * HOUR,
} as const;

/** The comparison of open tasks, the line and the queue, which should never find anything. */
export const REPAIR_LIMITS = {
  /** From a part in which something was amiss to the next, and from one in which nothing was. */
  pollMs: 5 * SECOND,
  idleMs: 20 * SECOND,
  /** What one part compares; the next one goes on behind it. A million open tasks take an hour. */
  tasksPerSweep: 5_000,
  jobsPerSweep: 2_000,
  /** Accounts of a queue job whose waiting tasks one part counts, and from the end of a walk through them to the next. */
  flowsPerSweep: 200,
  walkMs: 5 * MINUTE,
} as const;

/** Statements of a media node, each of which serves all its runs that wait for the same. */
export const RUN_BATCH_LIMITS = {
  runsPerStatement: 64,
  /** How long a statement for several runs, or ends of queue jobs, waits for a row; then each gets one of its own. */
  lockTimeoutMs: 200,
} as const;

/** Whether a media node has what new jobs need. */
export const NODE_ROOM_LIMITS = {
  lookMs: 5 * SECOND,
  /** A disk that has not told its room by then is one that cannot be written to. */
  lookTimeoutMs: 3 * SECOND,
  /** After a run that lacked something; long enough for another node to take its job. */
  lackPauseMs: 15 * SECOND,
} as const;

/** The folders in which media nodes keep their runs' files. */
export const SCRATCH_LIMITS = {
  /** How often a node shows that it lives, and looks for what dead ones left. */
  beatMs: 30 * SECOND,
  /** A node of another machine that has not shown itself for this long is dead. */
  abandonedAfterMs: 10 * MINUTE,
} as const;

/** Steps of a media node's orderly stop; together shorter than APPLIANCE_LIMITS.childStopTimeoutMs. */
export const NODE_STOP_LIMITS = {
  /** Runs end, and are given back to the queue. */
  workerMs: 10 * SECOND,
  partMs: 2 * SECOND,
} as const;

export const SPEECH_LIMITS = {
  /** A transcript is not made again for this long: of an upload, and of a URL, whose content may change. */
  transcriptKeptMs: 30 * DAY,
  urlTranscriptKeptMs: DAY,
  /** Sound that one call of a thread recognises; between calls other jobs have their turn. */
  soundPerCallS: 120,
  /** What a speech model may take: its tensors for a batch of windows must fit into memory. */
  batchSize: 16,
} as const;

/** NeMo models and the built-in one. */
export const NEMO_LIMITS = {
  /** Attention over a window grows with its square. */
  windowS: 30,
  /** Tokens that a transducer may put out without going on in time. */
  symbolsPerFrame: 10,
  /** Unpacked. */
  lexiconBytes: 64 * MIB,
  languageModelBytes: 256 * MIB,
} as const;

/** Whisper models. */
export const WHISPER_LIMITS = {
  /** Windows that one batch may have, and what their caches and largest activations may take together. */
  batchWindows: 16,
  batchBytes: 2 * GIB,
} as const;

/** Model bundles: what is downloaded, carried in and read. */
export const MODEL_LIMITS = {
  fileBytes: 16 * GIB,
  /** A settings file of a model, such as config.json. */
  settingsFileBytes: 4 * MIB,
  bundles: 1_000,
  redirects: 5,
  connectTimeoutMs: 10 * SECOND,
  /** No byte for this long ends a connection. */
  idleTimeoutMs: 30 * SECOND,
  pullTimeoutMs: 12 * HOUR,
  /** Connections in a row that brought nothing new; the pause between them doubles each time. */
  fruitlessTries: 5,
  firstRetryPauseMs: SECOND,
  /** A started download of another machine in the same folder is taken over when it stood still for this long. */
  abandonedAfterMs: 10 * MINUTE,
  /** Processes that may install the same model at the very same moment. */
  installRivals: 10,
  /** Left free beside what a download needs. */
  spareDiskBytes: 64 * MIB,
} as const;

export const CLIP_LIMITS = {
  clipCount: { min: 1, max: 20, default: 5 },
  clipLengthS: { min: 5, max: 180, default: "15-60s" },
  promptLength: 2_000,
  titleLength: 500,
  idempotencyKeyLength: 255,
  wordsOnScreen: { min: 1, max: 12, default: 4 },
  fontSize: { min: 12, max: 200 },
} as const;

/** Opening a video encoder to see whether it is there: a driver may hang, and a machine may have many devices. */
export const ENCODER_LIMITS = { probeTimeoutMs: 10 * SECOND, renderNodes: 8 } as const;

/** Sentences that are compared with a prompt by their meaning. */
export const EMBEDDING_LIMITS = {
  /** Of one text: some 15 hours of speech. */
  sentences: 20_000,
  /** Of one sentence or prompt. */
  tokens: 512,
  batch: 32,
} as const;

/** Sentences that a small model of text judges. */
export const JUDGING_LIMITS = {
  /** Of one source: some three days of speech; of more none is judged. */
  sentences: 100_000,
  /** Sentences that the network is shown at once, and how many two such windows have in common (an even number). */
  windowSentences: 4_000,
  overlapSentences: 64,
  vocabularyBytes: MIB,
} as const;

/** Fitting the virality model to outcomes. */
export const VIRALITY_FIT_LIMITS = {
  outcomes: { min: 30, max: 100_000 },
  fileBytes: 64 * MIB,
  /** Faulty lines of a file that are named. */
  namedLines: 10,
} as const;

/** Fonts that captions are set in. */
export const FONT_LIMITS = {
  tableBytes: 8 * MIB,
  /** Fonts of the machine that are looked into for characters which ours lack. */
  machineFonts: 300,
} as const;

export const GENERATION_LIMITS = {
  outputCount: { min: 1, max: 8 },
  /** Objects, lists and plain values in one task's input, counted together. */
  inputValues: 4_096,
  /** Compiled input schemas that a control plane keeps. */
  compiledSchemas: 256,
} as const;

/** How long models are known whose media nodes have gone. */
export const MODEL_OFFER_LIMITS = {
  /** Defaults of settings: models stay listed, and their tasks wait for a node. */
  memoryHours: 24,
  waitMinutes: 60,
  /** After a control plane's start, before it gives any task up. */
  startGraceMs: 5 * MINUTE,
  /** How exact the time of the last offer is; a write of each renewal of each lease would be one for nothing. */
  recordIntervalMs: MINUTE,
  /** Tasks that one sweep gives up. */
  tasksPerSweep: 100,
  /** While that many were found. */
  roundsPerSweep: 20,
} as const;

export const CATALOG_LIMITS = {
  pageItems: { max: 100, default: 20 },
  page: 100_000,
  descriptionLength: 5_000,
  categoryNameLength: 100,
  previews: 20,
  /** Of files that templates bring: a picture is kept within this edge, and a sound within this length and size. */
  pictureEdgePx: 1_024,
  musicBytes: 64 * MIB,
  musicS: HOUR / SECOND,
  importedTemplates: 10_000,
  importFileBytes: 64 * MIB,
} as const;

/** Previews of templates, and the files that templates bring. */
export const PREVIEW_LIMITS = {
  /** Tries of one preview; a node that dies over it counts as one, an orderly stop does not. */
  attempts: 4,
  timeoutMs: 10 * MINUTE,
  /** Built-in templates wait this long after they were brought, so that an appliance's first job is not slowed down. */
  builtInDelayMs: 2 * MINUTE,
  files: 20,
  /** How long the operator's command waits for a preview, and how often it looks. */
  waitMs: 10 * MINUTE,
  pollMs: 500,
  /** A file that no template names any more; links to it stay good for this long. */
  discardedKeptMs: 10 * MINUTE,
} as const;

/** One machine's processes: the embedded PostgreSQL, the planes, and who restarts them. */
export const APPLIANCE_LIMITS = {
  /** Crash recovery of a cluster replays at most its write-ahead log since the last checkpoint. */
  postgresStartTimeoutMs: 2 * MINUTE,
  initdbTimeoutMs: 2 * MINUTE,
  /** From the fast to the immediate stop, from that to the final signal, and until what is left has ended. */
  postgresStopTimeoutMs: 10 * SECOND,
  postgresQuitTimeoutMs: 3 * SECOND,
  postgresConnections: 100,
  /** Free ports tried when another process takes the one just found. */
  portAttempts: 5,
  /** From a child's start to its "ready"; holds the migrations of a large database. */
  readyTimeoutMs: 5 * MINUTE,
  /** Longer than HTTP_LIMITS.shutdownGraceMs, so that a plane's own orderly end comes first. */
  childStopTimeoutMs: 20 * SECOND,
  /** Every stop ends within this, whatever hangs: longer than two planes and PostgreSQL may take one after another. */
  stopTimeoutMs: 60 * SECOND,
  firstRestartPauseMs: 500,
  maxRestartPauseMs: 30 * SECOND,
  /** A child that was up this long is restarted with the first pause again. */
  steadyAfterMs: 60 * SECOND,
} as const;

/** Ways to the database's connections: how many requests are inside at once, and how many may wait. */
export const LANE_LIMITS = {
  /** Reads and lists; no account has all places, and so with the others. */
  reads: {
    places: CONNECTION_LIMITS.controlPlane.reads,
    placesPerHolder: 3,
    waiting: 10_000,
    waitingPerHolder: 2_000,
  },
  /** Cancellations and announcements. */
  writes: {
    places: CONNECTION_LIMITS.controlPlane.writes,
    placesPerHolder: 2,
    waiting: 10_000,
    waitingPerHolder: 2_000,
  },
  /** Creates, which wait for each other's statement: places are what may wait for one, not connections. */
  creates: { places: 512, placesPerHolder: 256, waiting: 10_000, waitingPerHolder: 2_000 },
} as const;

/** Tasks that are created together. */
export const CREATE_LIMITS = {
  tasksPerStatement: 256,
  /** Of their requests together, save for one that is larger. */
  bytesPerStatement: 2 * MIB,
  /** How long a statement waits for an account's row. */
  lockTimeoutMs: SECOND,
  /** More than the lane of creates lets in, so that the lane is what refuses. */
  waiting: 1_024,
  /** Of a statement that met another one crosswise. */
  attempts: 5,
} as const;

/** Ends of tasks, and their way into the queue: how often a control plane looks, and how much one statement does. */
export const FINISH_LIMITS = {
  pollMs: 100,
  /** While no job of a run is ready or under way. */
  idleMs: 500,
  tasksPerStatement: 200,
  /** How long a statement waits for a row; what is put off then is tried again as after a failure. */
  lockTimeoutMs: 200,
  /** After a failure of ours, doubled each time. */
  firstRetryMs: SECOND,
  maxRetryMs: 5 * MINUTE,
} as const;

export const DISPATCH_LIMITS = {
  pollMs: 100,
  /** While nothing waits that a living node takes; what this control plane creates is dispatched at once. */
  idleMs: 500,
  /** Jobs of one queue job that stand ready for nodes; four times as many with those of accounts that come anew. */
  readyJobs: 32,
  /** Accounts that one round looks at for one queue job. */
  accounts: 1_000,
  weight: { min: 0.001, max: 1_000, default: 1 },
  runningJobs: { min: 1, max: 100_000, default: 1_000 },
} as const;

/** Tasks whose creation was not answered with 201. */
export const WITHDRAWAL_LIMITS = {
  waiting: 10_000,
  retryMs: 250,
  /** How long a stop waits for them. */
  stopMs: 3 * SECOND,
  /** Answers that are noted with a task, of its create and its repeats. */
  notedAnswers: 8,
} as const;

export const ADMISSION_LIMITS = {
  /** Requests that may wait for one admission statement; more are refused rather than kept. */
  waitingRequests: 10_000,
  /** Keys and addresses that one statement decides on. */
  groupsPerStatement: 1_000,
  /** Of those that wait, requests with keys that this process has not admitted lately, and such of one address. */
  unknownWaiting: 4_000,
  unknownPerAddress: 1_000,
  /** Keys of one address that nobody holds, in a window; then its unknown keys are refused until the next. */
  refusedPerAddress: 300,
  refusedWindowMs: 10 * SECOND,
  /** Keys that are remembered as admitted, and addresses that are watched. */
  knownKeys: 50_000,
  addresses: 20_000,
  deadlockAttempts: 5,
  /** Requests per key where neither the key nor its account says otherwise. */
  perMinute: 120,
  perDay: 50_000,
} as const;

export const USAGE_LIMITS = {
  /** From one write of the gathered counts to the next. */
  flushIntervalMs: SECOND,
  /** Counts kept while the database cannot take them; a count beyond these is lost, and a log line says so. */
  pendingCounts: 50_000,
  /** Counts in one statement. */
  countsPerStatement: 5_000,
  /** What GET /usage covers unless the client says otherwise. */
  defaultRangeMs: 30 * DAY,
} as const;

/** Calls of receivers' callback addresses. How many attempts a delivery has stands in its row. */
export const WEBHOOK_LIMITS = {
  /** From the look-up of the receiver's name to the status of its answer. */
  timeoutMs: 10 * SECOND,
  retryIntervalMs: MINUTE,
  /** The answer's body means nothing; this much of it is taken in, for this long, before the connection is closed. */
  answerBytes: 4 * KIB,
  answerBodyMs: SECOND,
  errorLength: 300,
  /**
   * Calls under way in one control plane; of them those to receivers that were never called before, and to slow, doubtful
   * and failing ones. Quick receivers always find a place.
   */
  concurrency: 128,
  toNew: 64,
  toSlow: 32,
  /** The same of one account: neither others nor its own quick receivers wait for those that hang. */
  perAccount: { all: 48, toNew: 24, toSlow: 12 },
  /**
   * Calls under way to one receiver, in all control planes together: to one that is new, slow or doubtful; and to
   * a quick one, which gets as many as take it this long, one after the other. One that fails gets one.
   */
  firstCalls: 2,
  quickCalls: { min: 8, max: 32 },
  quickCallsMs: 4 * SECOND,
  /** A receiver that took longer than this is slow. */
  slowAfterMs: 2 * SECOND,
  /**
   * Failures in a row after which a receiver has a rest before each call. The rest doubles with each further failure, up
   * to the interval between a delivery's attempts.
   */
  failuresToWait: 3,
  firstWaitMs: SECOND,
  /** A delivery that a failing receiver has not taken for this long is given up, however many attempts it has left. */
  giveUpMs: DAY,
  givenUpPerStatement: 1_000,
  /** A claim runs out so long after the time bound of its call: then another control plane makes it. */
  claimMarginMs: 30 * SECOND,
  /** How often due deliveries are asked for while none is found, and the shortest time from one claim to the next. */
  pollMs: 500,
  turnMs: 20,
  /** Before an attempt is made that failed by our own fault. */
  ownFailureDelayMs: 30 * SECOND,
  /** How long a stop waits for calls under way before it breaks them off. */
  drainMs: 1.5 * SECOND,
  /** From one look for claims that ran out, late deliveries and their numbers to the next. */
  tendMs: 5 * SECOND,
  /** From one sweep of receivers to the next; how many it looks at; how long one without deliveries is remembered. */
  sweepMs: 5 * MINUTE,
  receiversPerSweep: 5_000,
  receiverKeptMs: HOUR,
  /** A receiver that nothing has changed for so long, though it has deliveries waiting, is looked at again. */
  receiverStuckMs: 5 * MINUTE,
  /** Due deliveries are counted up to here. */
  countedDue: 100_000,
  /** Of the look-up of a name: per try of a name server, and tries. */
  resolveTimeoutMs: 2 * SECOND,
  resolveTries: 2,
} as const;

/** Lists of tasks. */
export const LIST_LIMITS = {
  page: 1_000_000,
  /** Items that a page may lie behind the first; further back a list is read by cursor. */
  offset: 10_000,
  pageItems: { min: 1, max: 100, default: 20 },
} as const;

/** Streams of task events. */
export const EVENT_LIMITS = {
  heartbeatMs: 15 * SECOND,
  /** Open streams of one key, and of one process. */
  streamsPerKey: 50,
  streamsPerProcess: 5_000,
  /**
   * While any stream is open, one statement every `pollMs` asks whether `tasksPerPoll` of the followed tasks have
   * changed, the next ones each time: up to a thousand tasks are all looked at every 250 ms, 5,000 every 1.25 s.
   */
  pollMs: 250,
  tasksPerPoll: 1_000,
  /** Tasks that one statement reads as a whole. */
  tasksPerRead: 200,
  /** Every followed task is read anew this often, whether it has changed or not. */
  rereadMs: 15 * SECOND,
  /** Waiting tasks move up the queue without a change of their own. */
  queuePositionMs: 5 * SECOND,
  /** What is counted in for positions: accounts that wait for the same queue job, at most, and ready jobs. */
  accountsPerPosition: 500,
  readyPerPosition: 10_000,
  /** After a read that failed. */
  retryPauseMs: SECOND,
} as const;

/** Optional models that hear and see a whole source; each is a heavy network, run a bounded number of times a job. */
export const SENSING_LIMITS = {
  /** Windows of about 10 s that one job has classified; by its operations, some two seconds each on two cores. */
  eventWindows: { cpu: 60, gpu: 4_500 },
  /** Frames of 10 ms in one window. */
  eventWindowFrames: 6_000,
  /** Pictures that one job has embedded. */
  pictures: { cpu: 240, gpu: 1_800 },
  /** Pictures of one job that are searched for faces, beside those that framing looks at. */
  facePictures: 400,
  /** Pixels along either edge of a picture that a model takes. */
  pictureEdgePx: 1_024,
  textTokens: 512,
  /** SigLIP's multilingual tokenizers list a quarter of a million pieces. */
  tokenizerBytes: 64 * MIB,
} as const;

/** Choosing the moments of a match. */
export const HIGHLIGHT_LIMITS = {
  /** What is scored of a longer range: its beginning. */
  scoredS: 3_600,
  /** What an operator may set a reel's length to. */
  reelS: { min: 10, max: 1_800 },
} as const;

/** How a clip fills its frame. */
export const FRAMING_LIMITS = {
  facesPerPicture: 16,
  /** Stretches of one clip with different layouts; a clip that would have more keeps to one layout. */
  layoutChanges: 24,
  /** Frames of a clip that are looked at for its thumbnail. */
  thumbnailCandidates: 12,
} as const;

/** What a highlight template may ask for. */
export const REEL_TEMPLATE_LIMITS = {
  cardS: { min: 1, max: 8 },
  /** Of a whole transition: half of it lies before the joint, half behind. */
  transitionS: { min: 0.2, max: 2 },
  lowerThirdS: { min: 1, max: 30 },
  textLength: 200,
  /** Of a logo inside the document, encoded; larger ones are assets. */
  logoTextLength: 256 * KIB,
  logoFileBytes: 8 * MIB,
  /** Width times height of a logo before it is scaled. */
  logoPixels: 4_096 * 4_096,
  /** Pictures that one reel has drawn, and all their SVG together. */
  drawings: 2_000,
  drawingBytes: 64 * MIB,
  drawingTimeoutMs: 5 * MINUTE,
} as const;

/** Reels of highlights. */
export const REEL_LIMITS = {
  /** Moments of one reel; each is rendered by itself, and all of them are inputs of one command for the sound. */
  pieces: 60,
} as const;

/** Pictures from prompts. */
export const DIFFUSION_LIMITS = {
  /** Windows of a text encoder that one prompt may fill; what is beyond is left out. */
  promptWindows: 8,
} as const;

/** Pictures made larger. */
export const UPSCALING_LIMITS = {
  /** Edge of a tile of the picture as it was; smaller where memory does not suffice. */
  defaultTilePx: 256,
  minTilePx: 32,
  /** How many times as wide and high. */
  scale: 8,
  /** Of the result. */
  outputPixels: 64 * 1_000_000,
} as const;

/** Subjects cut out of their background. */
export const MATTE_LIMITS = {
  edgePx: 4_096,
  /** Between the surest subject and the surest background; below it nothing is told apart. */
  minContrast: 0.05,
} as const;

/** Image models: what is asked of them and what they read and make. */
export const IMAGE_LIMITS = {
  promptLength: 2_000,
  /** Of a picture that is made. */
  sidePx: { min: 32, max: 8_192 },
  steps: 150,
  guidanceScale: 30,
  /** Seeds of clients; outputs count up from theirs. */
  seed: 2 ** 32 - 1,
  /** Of a picture that a client brings. */
  inputBytes: 64 * MIB,
  inputPixels: 64_000_000,
  downloadTimeoutMs: 2 * MINUTE,
  thumbnailEdgePx: 320,
  /** Models whose settings and tokenizers a thread keeps; their networks have a budget of memory. */
  openModels: 8,
} as const;
