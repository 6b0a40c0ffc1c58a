// Honeybees, three ways: from the side in flight, from above on the comb, and as one of many in a swarm.
import { PALETTE } from "./palette.ts";
import { type Placement, placed } from "./svg.ts";

const DARK = "#3A2420";
const WING = "#EAF6F5";

/** Definitions that every image with bees needs once. */
export const BEE_DEFS = `<linearGradient id="bee" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#FFCB57"/><stop offset="1" stop-color="#D9821F"/></linearGradient><clipPath id="belly"><path d="M-58,4C-56,-22 -26,-30 2,-20C14,-14 14,18 2,24C-26,34 -54,26 -58,4Z"/></clipPath><clipPath id="belly-top"><path d="M-62,0C-54,-26 -22,-27 0,-19L0,19C-22,27 -54,26 -62,0Z"/></clipPath>`;

/** Flying to the right, about 120 units long; `beat` from -1 to 1 is where the wings are. */
export function flyingBee(at: Placement, beat: number): string {
  const wing = (turnDeg: number, length: number, opacity: number): string =>
    placed(
      { x: 12, y: -22, turnDeg },
      `<path d="M0,0C-16,${-length * 0.4} -20,${-length * 0.95} 2,${-length}C24,${-length * 0.95} 20,${-length * 0.36} 0,0Z" fill="${WING}" fill-opacity="${opacity}" stroke="#fff" stroke-opacity=".7" stroke-width="2"/>`,
    );
  const belly = `<path d="M-58,4C-56,-22 -26,-30 2,-20C14,-14 14,18 2,24C-26,34 -54,26 -58,4Z" fill="url(#bee)"/><g clip-path="url(#belly)" fill="${DARK}"><path d="M-14,-34C-6,-10 -6,14 -14,38L-26,38C-18,14 -18,-10 -26,-34Z"/><path d="M-36,-34C-29,-10 -29,14 -36,38L-47,38C-41,14 -41,-10 -47,-34Z"/><path d="M-64,-20H-52C-49,-6 -49,10 -52,30H-64Z"/></g><path d="M-44,-12C-32,-20 -14,-20 0,-14" stroke="#fff" stroke-width="4" stroke-linecap="round" fill="none" opacity=".45"/>`;
  const chest = `<circle cx="18" cy="-1" r="23" fill="#B9752A"/><circle cx="16" cy="-5" r="18" fill="#E0A548" opacity=".75"/>`;
  const face = `<ellipse cx="45" cy="4" rx="16" ry="18" fill="${DARK}"/><ellipse cx="50" cy="1" rx="6.5" ry="10" fill="#6B4A3A"/><circle cx="52" cy="-3" r="2.6" fill="#fff"/><path d="M50,-12Q60,-28 73,-24M44,-13Q50,-32 62,-34" stroke="${DARK}" stroke-width="3.4" fill="none" stroke-linecap="round"/>`;
  const legs = `<path d="M8,20Q2,34 -8,38M18,21Q16,36 8,43M27,19Q30,32 24,40" stroke="${DARK}" stroke-width="4" fill="none" stroke-linecap="round"/>`;
  return placed(
    at,
    wing(-38 + 34 * beat, 62, 0.55) + legs + belly + chest + face + wing(-16 + 38 * beat, 78, 0.72),
  );
}

/** Seen from above with its head to the right, about 110 units long; `shake` turns the abdomen, in degrees. */
export function walkingBee(at: Placement, shake: number): string {
  const legs = [-18, 2, 22]
    .map((x, index) => {
      const reach = (index - 1) * 11;
      return `<path d="M${x},-12Q${x + reach},-26 ${x + reach * 1.6},-36M${x},12Q${x + reach},26 ${x + reach * 1.6},36"/>`;
    })
    .join("");
  const belly = placed(
    { x: -6, y: 0, turnDeg: shake },
    `<path d="M-62,0C-54,-26 -22,-27 0,-19L0,19C-22,27 -54,26 -62,0Z" fill="url(#bee)"/><g clip-path="url(#belly-top)" fill="${DARK}"><rect x="-22" y="-30" width="10" height="60"/><rect x="-40" y="-30" width="9" height="60"/><path d="M-66,-30H-51V30H-66Z"/></g>`,
  );
  const wings = `<g fill="${WING}" fill-opacity=".62" stroke="#fff" stroke-opacity=".6" stroke-width="1.5"><path d="M8,-7C-10,-32 -46,-40 -60,-24C-48,-8 -14,-2 8,-4Z"/><path d="M8,7C-10,32 -46,40 -60,24C-48,8 -14,2 8,4Z"/></g>`;
  const front = `<circle cx="12" cy="0" r="21" fill="#B9752A"/><circle cx="9" cy="-2" r="15" fill="#E0A548" opacity=".8"/><ellipse cx="37" cy="0" rx="12" ry="16" fill="${DARK}"/><ellipse cx="39" cy="-11" rx="6" ry="5" fill="#6B4A3A"/><ellipse cx="39" cy="11" rx="6" ry="5" fill="#6B4A3A"/><path d="M46,-6Q58,-10 64,-20M46,6Q58,10 64,20" fill="none" stroke="${DARK}" stroke-width="3" stroke-linecap="round"/>`;
  return placed(
    at,
    `<g fill="none" stroke="${DARK}" stroke-width="4" stroke-linecap="round">${legs}</g>${belly}${front}${wings}`,
  );
}

/** One of a crowd: body, two stripes, and wings as the still blur that a beat of 230 Hz is to the eye. */
export function smallBee(at: Placement): string {
  return placed(
    at,
    `<ellipse cx="-2" cy="-10" rx="5" ry="8" fill="${WING}" opacity=".75"/><ellipse cx="4" cy="-10" rx="4.5" ry="8" fill="${WING}" opacity=".6"/><ellipse rx="12" ry="7.5" fill="${PALETTE.amber}"/><path d="M-5,-6.6V6.6M1,-7.4V7.4" stroke="${DARK}" stroke-width="3.4"/><circle cx="10" cy="0" r="5.4" fill="${DARK}"/>`,
  );
}

/** One of a hanging cluster: wings folded, head up. */
export function restingBee(at: Placement, light: number): string {
  const body = light > 0.66 ? "#F0AE3F" : light > 0.33 ? "#D48A2A" : "#AE6A22";
  return placed(
    at,
    `<ellipse rx="8.5" ry="14" fill="${body}"/><path d="M-7.5,4H7.5M-6,9.5H6" stroke="#5A331F" stroke-width="2.8"/><circle cy="-11" r="5" fill="#5A331F"/><path d="M-1,-8C-9,0 -9,9 -6,13C-3,7 -1,0 -1,-8M1,-8C9,0 9,9 6,13C3,7 1,0 1,-8" fill="${WING}" opacity=".28"/>`,
  );
}
