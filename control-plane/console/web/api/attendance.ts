// Whether somebody is at the page. What it then asks for by itself is no use of its session (control-plane/http/page-headers.ts),
// which ends after a time without use although the page is left open.

/** Reading and watching take a while without any input. */
const ATTENDED_MS = 5 * 60_000;

let signAt = Date.now();

/** Notes that somebody is there (app/document/watch-attendance.ts). */
export function noteAttendance(): void {
  signAt = Date.now();
}

/** What a read says of that; nothing while somebody is there. */
export function attendanceHeaders(): Readonly<Record<string, string>> {
  return Date.now() - signAt > ATTENDED_MS ? { "x-clipmill-unattended": "1" } : {};
}
