// Where the operators' part of the console's API begins.
export const OPERATOR_API = "/console/api/operator";
