/** A whole number that an option gives. @throws where it is none, or out of bounds */
export function readNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`--${name} must be a whole number from ${min} to ${max}.`);
}

/** Whole numbers that an option lists with commas between, at least one. @throws as readNumber */
export function readNumbers(name: string, text: string, bounds: { min: number; max: number }): number[] {
  return text.split(",").map((each) => readNumber(name, each, bounds));
}
