// What an image-text model is asked to look for in each sport: what decisive moments look like, in the words of captions.
import type { SportCategory } from "../../shared/tasks/highlight-job.ts";

export const DECISIVE_SCENES: Readonly<Record<SportCategory, string>> = {
  FOOTBALL: "soccer players celebrating a goal",
  AMERICAN_FOOTBALL: "american football players celebrating a touchdown",
  BASKETBALL: "a basketball player dunking the ball",
  BASEBALL: "baseball players celebrating a home run",
  CRICKET: "cricket players celebrating a wicket",
  HOCKEY: "ice hockey players celebrating a goal",
  RUGBY: "a rugby player scoring a try",
  TENNIS: "a tennis player raising a fist after winning a point",
  VOLLEYBALL: "a volleyball player spiking the ball over the net",
  COMBAT: "a fighter knocked down on the floor",
  MOTORSPORT: "a race car crashing or overtaking another one",
  ESPORTS: "a video game battle with explosions and a victory screen",
  OTHER: "athletes celebrating a victory",
};
