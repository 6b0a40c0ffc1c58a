// What the demo says at its end where a real speech model would have made other clips of the same file.

/** As a job's notice begins where the model that comes with Clipmill did not understand a voice. */
const NOT_UNDERSTOOD = /^The built-in speech model\b.* was not sure/;

/** Two lines for the person at the terminal, or none. */
export function speechModelHint(notice: string | null): readonly string[] {
  if (notice === null || !NOT_UNDERSTOOD.test(notice)) return [];
  return [
    "A real speech model would caption these clips, choose them by what is said, and quote it in their titles:",
    "  npm run models -- pull recommended    (shows what and asks; then run the demo again)",
  ];
}
