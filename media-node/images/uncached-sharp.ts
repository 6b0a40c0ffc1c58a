// sharp, without what libvips keeps between its calls: that holds removed files open and gives the former pixels of a file
// that was replaced. It is kept by the process, and each thread that loads sharp sets its bounds back to the usual ones, so
// that whoever needs sharp takes it from here.
import sharp, { type Sharp } from "sharp";

sharp.cache(false);

export { type Sharp, sharp };
