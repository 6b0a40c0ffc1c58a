// Every colour of the film. One warm family (honey), one cool (night), and skin, wood and leaf between them, so that
// ten shots drawn by different files still look like one film.

export const PALETTE = {
  night: "#10243A",
  dusk: "#1B3B56",
  mist: "#BFD8D2",
  sky: "#8CC7D6",
  cream: "#FFF3DC",
  honey: "#F6B63C",
  amber: "#DF8A22",
  coral: "#EC6A4C",
  rose: "#C94A48",
  leaf: "#7FB069",
  moss: "#4E8A5B",
  forest: "#2E5E51",
  bark: "#6A4938",
  wood: "#C98B55",
  ink: "#2A2030",
} as const;
