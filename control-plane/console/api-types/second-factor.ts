// What the console's API tells its page of a person's second factor. Types alone. Times are ISO 8601, UTC.

/** `GET /console/api/totp`. */
export interface FactorView {
  /** When it was turned on; null where it is off. */
  readonly since: string | null;
  readonly recoveryCodesLeft: number;
}

/** `POST /console/api/totp` `{ password }`: what an authenticator app is given, this once. */
export interface NewFactorView {
  /** To be typed: base 32. */
  readonly secret: string;
  /** To be drawn as a QR code: `otpauth://totp/…`. */
  readonly uri: string;
}

/**
 * `PUT /console/api/totp` `{ code }`, which turns it on, and `POST /console/api/totp/recovery-codes` `{ password, code }`:
 * each code works once and is shown this once.
 */
export interface RecoveryCodesView {
  readonly recoveryCodes: readonly string[];
}
