// Reads times that people and programs write. A date alone is its midnight, and a time without a zone is in UTC, as all
// times of the API are. Date's own reader is not enough: to it 30 February is 2 March, a time without a zone is the
// machine's, and "1" is a day in 2001.
const ISO_TIME = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/i;

/** Of years that are written with four digits, wherever they are read: PostgreSQL knows no year 0, and zones lead past 9999. */
function isTime(time: Date): boolean {
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9_999;
}

/** The time that an ISO 8601 text names; null where it is none, or there is no such time. */
export function readIsoTime(text: string): Date | null {
  const [, day, zone] = ISO_TIME.exec(text) ?? [];
  if (day === undefined) return null;
  const midnight = new Date(day);
  if (!isTime(midnight) || !midnight.toISOString().startsWith(day)) return null;
  const time = new Date(text === day || zone !== undefined ? text : `${text}Z`);
  return isTime(time) ? time : null;
}
