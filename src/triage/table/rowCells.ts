// What stands in the cells of a row: as a line to read, as something to order by, and whole for a file.
import type { Artifact } from "../../model/artifact.ts";
import { oneLine } from "../../model/displayText.ts";
import { fieldText } from "../../model/fieldText.ts";
import { localIso, serverTime } from "../../model/localTime.ts";
import type { PlacedRow } from "../../model/query/placedRow.ts";
import type { FieldValue } from "../../model/value.ts";
import { valueText } from "../../platform/fieldValue.ts";
import { fieldIdIn } from "../../protocol/columnKeys.ts";
import { type RowFact, rowFact } from "../../model/table/rowFact.ts";
import type { ColumnKey, RowValues } from "../../protocol/table.ts";

function orderOf(value: FieldValue): number | undefined {
  switch (value.kind) {
    case "int":
    case "float":
      return value.number;
    case "computed":
      return value.isAutomatic ? value.computed : value.manual;
    case "date": {
      const at = Date.parse(value.date ?? "");
      return Number.isNaN(at) ? undefined : at;
    }
    default:
      return undefined;
  }
}

type Values = ReadonlyMap<number, FieldValue | "unreadable">;

function valuesOf({ values }: Artifact): Values {
  return new Map(
    values.flatMap((each): readonly (readonly [number, FieldValue | "unreadable"])[] => {
      if (each.kind === "entry") return [[each.fieldId, each.value]];
      return each.id === undefined ? [] : [[each.id, "unreadable"]];
    }),
  );
}

/** Fields without a value may be absent, and are empty; one that makes no sense is left out. */
export function rowValues(artifact: Artifact, keys: readonly ColumnKey[]): RowValues {
  const values = valuesOf(artifact);
  const texts: { [Key in ColumnKey]?: string } = {};
  const order: { [Key in ColumnKey]?: number } = {};
  const serverTimes: { [Key in ColumnKey]?: string } = {};
  for (const key of keys) {
    const id = fieldIdIn(key);
    const value = id === undefined ? undefined : values.get(id);
    if (value === "unreadable") continue;
    texts[key] = value === undefined ? "" : oneLine(valueText(value));
    const place = value === undefined ? undefined : orderOf(value);
    if (place !== undefined) order[key] = place;
    const time = value?.kind === "date" ? serverTime(value.date) : undefined;
    if (time !== undefined) serverTimes[key] = time;
  }
  return { id: artifact.id, texts, order, serverTimes };
}

function isFact(key: ColumnKey): key is RowFact {
  return fieldIdIn(key) === undefined;
}

/** The cells of a row for a file: texts whole, instants with their offset, in the zone of this machine. */
export function fileCells(
  row: PlacedRow,
  artifact: Artifact | undefined,
  keys: readonly ColumnKey[],
): readonly string[] {
  const values: Values = artifact === undefined ? new Map() : valuesOf(artifact);
  return keys.map((key) => {
    if (isFact(key)) {
      const fact = rowFact(row, key);
      return key === "submitted" || key === "modified" ? localIso(fact) : fact;
    }
    const value = values.get(fieldIdIn(key) ?? 0);
    if (value === undefined || value === "unreadable") return "";
    return value.kind === "date" ? localIso(value.date ?? "") : fieldText(value);
  });
}
