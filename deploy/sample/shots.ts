// Which scene each shot of the script shows.

import type { Scene } from "./scene.ts";
import { chartScene } from "./scene-chart.ts";
import { danceScene } from "./scene-dance.ts";
import { departureScene, scoutScene, swarmScene } from "./scene-outdoors.ts";
import { GUEST_CAMERA, HOST_CAMERA, studioScene, WIDE_CAMERA } from "./scene-studio.ts";
import type { ShotName } from "./script.ts";

export const SCENES: Readonly<Record<ShotName, () => Scene>> = {
  "host-asks": () => studioScene(HOST_CAMERA),
  "swarm-hangs": swarmScene,
  "scout-flies": scoutScene,
  "scout-dances": danceScene,
  "both-talk": () => studioScene(WIDE_CAMERA),
  "guest-explains": () => studioScene(GUEST_CAMERA),
  "chart-grows": chartScene,
  "swarm-leaves": departureScene,
  "both-conclude": () => studioScene(WIDE_CAMERA),
  "host-closes": () => studioScene(HOST_CAMERA),
};
