// Measures of the look "minimal".
export const BAR = 12;

export const PADDING = 34;

export const LINE_EM = 1.18;
