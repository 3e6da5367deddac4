/** What stands before the addresses of answers that are read as documents. */
export const jsonScheme = "artifact-json";
