// Notes what people do at the page.
import { noteAttendance } from "../../api/attendance.ts";

const SIGNS = ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"] as const;

/** Called once. */
export function watchAttendance(): void {
  for (const sign of SIGNS) {
    document.addEventListener(sign, noteAttendance, { capture: true, passive: true });
  }
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") noteAttendance();
  });
}
