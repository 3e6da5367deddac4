import type { ArtifactSeed } from "../../state/artifactSeed.ts";

const epics = [
  "Shift handover without paper",
  "One alarm list for every harbour",
  "Charts that work offline",
  "Second screen for pilots",
  "Audit trail for overrides",
  "Voice announcements",
  "Night mode for the bridge",
  "Berth planning",
  "Guest access for the coast guard",
  "Replay of the last 72 hours",
] as const;

const roles = [
  "operator",
  "harbour master",
  "pilot",
  "shift leader",
  "auditor",
  "maintainer",
  "newcomer",
  "dispatcher",
] as const;

const wishes = [
  "see which alarms are still open",
  "hand my notes over in one go",
  "mute a sensor until it is repaired",
  "compare two tides side by side",
  "find a vessel by its call sign",
  "print the day's plan",
  "undo the last acknowledgement",
  "know who changed a threshold",
  "filter alarms by berth",
  "switch the chart to feet",
  "draw a closed area on the map",
  "be called when water rises faster than forecast",
  "copy a report into the log",
  "pin the stations I watch",
  "work when the network is down",
  "sign an override with a reason",
] as const;

const reasons = [
  "at the start of a shift",
  "without leaving the chart",
  "on one screen",
  "before the next briefing",
  "from a tablet",
  "with gloves on",
  "without calling the control room",
  "in the language of the crew",
  "at night",
  "in under ten seconds",
] as const;

const verbs = [
  "Extend",
  "Extract",
  "Simplify",
  "Cover",
  "Speed up",
  "Document",
  "Replace",
  "Migrate",
  "Review",
  "Split",
  "Clean up",
  "Harden",
] as const;

const parts = [
  "the alarm list",
  "sensor polling",
  "the handover form",
  "session storage",
  "the map tile cache",
  "threshold validation",
  "the print stylesheet",
  "the vessel lookup",
  "keyboard shortcuts",
  "the reconnect logic",
  "the audit table",
  "the shift calendar",
  "the tide comparison query",
  "the settings page",
  "the release notes job",
  "the login page",
] as const;

const details = [
  "",
  "",
  "with a regression test",
  "before the upgrade",
  "behind a feature flag",
  "and delete the old code",
  "for large harbours",
  "for screen readers",
  "after the library upgrade",
  "without a new dependency",
] as const;

export function generateEpicTitle({ index }: ArtifactSeed): string {
  const round = Math.floor(index / epics.length);
  const name = epics[index % epics.length] ?? epics[0];
  return round === 0 ? name : `${name}, phase ${round + 1}`;
}

export function generateStoryTitle({ random }: ArtifactSeed): string {
  const role = random.pick("role", roles);
  const article = /^[aeiou]/.test(role) ? "an" : "a";
  return `As ${article} ${role} I want to ${random.pick("wish", wishes)} ${random.pick("reason", reasons)}`;
}

export function generateTaskTitle({ random }: ArtifactSeed): string {
  return `${random.pick("verb", verbs)} ${random.pick("part", parts)} ${random.pick("detail", details)}`.trim();
}
