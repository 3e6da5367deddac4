import type { ArtifactSeed } from "../../state/artifactSeed.ts";

const asks = [
  "Access to the raw readings of",
  "Add the station",
  "Raise the quota for",
  "Correct the coordinates of",
  "Delete our trial data of",
  "Certificate for the mirror in",
  "Historical tables of",
  "Webhook for alarms in",
  "Translate the page about",
  "Licence question about",
] as const;

const places = [
  "Ålesund",
  "Saint-Malo",
  "Rotterdam",
  "Porto",
  "Galway",
  "Gdańsk",
  "İzmir",
  "Reykjavík",
  "Valparaíso",
  "Ōsaka",
  "Halifax",
  "Wellington",
  "Cuxhaven",
  "Dakar",
] as const;

const checks = [
  "Login with an expired key",
  "Forecast for a leap day",
  "Alarm while offline",
  "Handover with an empty log",
  "Import of a damaged file",
  "Station without a datum",
  "Upgrade from the previous release",
  "Two operators acknowledge at once",
  "Printing on A3",
  "Restore from last night's backup",
  "Clock set back by one hour",
  "Screen reader reads the alarm list",
] as const;

const variants = [
  "on Linux",
  "on Windows",
  "on a tablet",
  "with 50 users",
  "in French",
  "in Arabic",
  "with the network cut",
] as const;

const instruments = [
  "Pressure gauge",
  "Radar level sensor",
  "Float gauge",
  "Anemometer",
  "Barometer",
  "Current profiler",
  "Data logger",
  "Solar panel",
] as const;

export function generateRequestTitle({ random }: ArtifactSeed): string {
  return `${random.pick("ask", asks)} ${random.pick("place", places)}`;
}

export function generateTestTitle({ index, random }: ArtifactSeed): string {
  return `${checks[index % checks.length] ?? checks[0]} ${random.pick("variant", variants)}`;
}

export function generateInstrumentTitle({ id, random }: ArtifactSeed): string {
  return `${random.pick("instrument", instruments)} ${random.pick("place", places)} ${String(id).padStart(4, "0")}`;
}
