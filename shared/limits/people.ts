// People and the console: passwords, sessions, sign-ins, links that work once.
import { DAY, HOUR, KIB, MIB, MINUTE, SECOND } from "./units.ts";

/**
 * Argon2id at the least that OWASP's password storage cheat sheet asks for. About 30 ms of one core and 19 MiB each, so
 * that a few at once are what a control plane gives to them.
 */
export const PASSWORD_LIMITS = {
  minLength: 12,
  maxLength: 256,
  memoryKib: 19 * KIB,
  passes: 2,
  lanes: 1,
  atOnce: 2,
  /** More are refused rather than kept. */
  waiting: 64,
} as const;

export const SESSION_LIMITS = {
  idleMs: 12 * HOUR,
  absoluteMs: 7 * DAY,
  /** Of single sign-on: as often the provider is asked whether somebody is still there, and in which groups. */
  absoluteSignOnMs: DAY,
  /** Of one person; the one that was not used for longest ends first. */
  ofPerson: 20,
  /** How often a use is written down. */
  touchMs: MINUTE,
  /** Expired ones that a sign-in removes. */
  sweptAtOnce: 100,
  /** Requests of one person to the console, in all their sessions. */
  perMinute: 600,
  perDay: 100_000,
  /** Sessions that one statement decides on, and requests that may wait for it. */
  perStatement: 200,
  waiting: 2_000,
  /** Accounts of one person that the console lists. */
  accountsShown: 100,
} as const;

/** Codes beside a password: RFC 6238 as every authenticator app knows it. */
export const SECOND_FACTOR_LIMITS = {
  digits: 6,
  stepS: 30,
  /** Steps before and after the present one whose codes are taken: clocks differ, and people type slowly. */
  stepsBeside: 1,
  /** Of the secret, as RFC 4226 recommends. */
  secretBytes: 20,
  /** From the secret's making to the code that proves that an app has it. */
  setUpMs: 30 * MINUTE,
  recoveryCodes: 10,
  /** Of a recovery code: 80 bits, so that its plain hash can be kept. */
  recoveryBytes: 10,
  /** Of a code as it was typed, with its spaces and dashes. */
  typedLength: 40,
  /** Secrets that are re-encrypted at once, after the appliance's secret has changed. */
  resealedAtOnce: 200,
} as const;

/** What people give with a key. */
export const KEY_LIMITS = {
  nameLength: 60,
  /** Addresses and networks that a key may be used from. */
  networks: 100,
  networkLength: 64,
} as const;

/** How the console's routes reach the database; people take turns. */
export const CONSOLE_LANES = {
  /** Sign-ins and whatever else strangers may send, by network. */
  strangers: { places: 2, placesPerHolder: 1, waiting: 200, waitingPerHolder: 10 },
  /** Sign-ins at the provider of single sign-on, by network: an office may have one address. */
  provider: { places: 16, placesPerHolder: 8, waiting: 200, waitingPerHolder: 50 },
} as const;

/** Tries in a window; those that succeed are given back. */
export const THROTTLE_LIMITS = {
  /** Sign-ins from one address; of its network for IPv6. */
  ofAddress: { tries: 30, windowMs: 15 * MINUTE },
  /** By the socket's other end, where a header that anyone may write has named the address. */
  ofPeer: { tries: 300, windowMs: 15 * MINUTE },
  /** Of one account from one address, and from everywhere. */
  ofAccountAndAddress: { tries: 10, windowMs: 15 * MINUTE },
  ofAccount: { tries: 100, windowMs: HOUR },
  /** Requests for an account; those that succeed count, too. */
  asksOfAddress: { tries: 10, windowMs: HOUR },
  asksOfPeer: { tries: 100, windowMs: HOUR },
  /** Windows that are over and that a try removes. */
  sweptAtOnce: 50,
} as const;

export const ACCOUNT_REQUEST_LIMITS = {
  /** Accounts that wait for an operator; then nobody may ask for another. */
  pending: 1_000,
  nameLength: 100,
  /** RFC 5321. */
  emailLength: 254,
} as const;

/** Links that work once. */
export const LINK_LIMITS = {
  /** To become an operator, and to set a new password. */
  lifeMs: DAY,
  /** To join an account. */
  invitationMs: 3 * DAY,
  /** Links that are over and that the making of another removes. */
  sweptAtOnce: 100,
} as const;

/** Single sign-on. */
export const SIGN_ON_LIMITS = {
  /** From the page for signing in to the provider and back. */
  pendingMs: 10 * MINUTE,
  cookieLength: 4_000,
  returnLength: 500,
  /** Each call of the provider, in seconds, and the size of its reply. */
  callS: 4,
  replyBytes: MIB,
  /** What the log has of a failed call, with the provider's words. */
  problemLength: 1_000,
  /** The provider's document: tries, the pause between them, and how soon after the last one others are made. */
  tries: 2,
  retryMs: 300,
  pauseMs: 5 * SECOND,
  refreshMs: HOUR,
  /** How long Settings wait for the provider's document; shorter than HTTP_LIMITS.replyTimeoutMs. */
  issuerMs: 2 * SECOND,
  /** Until a browser is answered that begins or comes back: the document, the code, the keys, and what else is said. */
  replyMs: 25 * SECOND,
  /** Groups of one person that are read, and roles that groups give. */
  groups: 1_000,
  roles: 1_000,
  /** Of the provider, on the button. */
  nameLength: 40,
} as const;

export const MEMBER_LIMITS = {
  /** People and open invitations of one account. */
  ofAccount: 100,
  /** Keys that work or were used today, as far as people make them: each has a window of requests of its own. */
  keysOfToday: 20,
} as const;

/** Streams of an account's tasks, one for each tab of the console. */
export const CONSOLE_STREAM_LIMITS = {
  ofPerson: 10,
  ofProcess: 1_000,
  pollMs: SECOND,
  accountsPerStatement: 20,
  /** Of each kind and state: tasks that have not ended, and that have, the newest. */
  openTasks: 50,
  endedTasks: 10,
  /** Tasks that a stream keeps for a slow reader, and that are told of at once. */
  waitingTasks: 200,
  /** How often it is asked whether who opened a stream may still read. */
  checkMs: 5 * SECOND,
} as const;
