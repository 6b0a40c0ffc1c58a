/** To the nearest whole number, halves to the even one: as IEEE 754 rounds, and as the libraries round that make models. */
export function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  return rest > 0.5 || (rest === 0.5 && below % 2 !== 0) ? below + 1 : below;
}
