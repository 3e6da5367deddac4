import type { SimulatorData } from "../simulatorData.ts";
import { createReproduction } from "../reproduction.ts";
import type { Reproduction, ReproductionContext } from "../reproduction.ts";
import { createRequestBody } from "./bodies.ts";

/** Updates one field of equipment, which has every field type. */
function createEquipmentUpdate(
  recording: string,
  name: string,
  members: (data: SimulatorData) => object,
): Reproduction {
  return createReproduction(
    recording,
    "admin",
    "PUT",
    ({ equipment: { getArtifactId } }) => `/artifacts/${getArtifactId(0)}`,
    {
      body: (data: SimulatorData) => ({
        values: [{ field_id: data.equipment.getFieldId(name), ...members(data) }],
      }),
    },
  );
}

/** Updates one field with a plain value. */
function createValueUpdate(recording: string, name: string, newValue: unknown): Reproduction {
  return createEquipmentUpdate(recording, name, () => ({ value: newValue }));
}

/** Moves a new request to the state with this index. */
function createTransition(
  recording: string,
  state: (data: SimulatorData) => readonly (number | string)[],
): Reproduction {
  let created = 0;
  return createReproduction(recording, "admin", "PUT", () => `/artifacts/${created}`, {
    before: async ({ sendFirst, data }: ReproductionContext) => {
      const response = await sendFirst({
        method: "POST",
        path: "/artifacts",
        body: createRequestBody(data, 0),
      });
      created = (response as { readonly id: number }).id;
    },
    body: (data: SimulatorData) => ({
      values: [{ field_id: data.requests.getFieldId("state"), bind_value_ids: state(data) }],
    }),
  });
}

const markdown = { content: "**b**", format: "commonmark" };

export const fieldValueRows: readonly Reproduction[] = [
  createValueUpdate("167-put-field-int-as-string", "channels", "12"),
  createValueUpdate("168-put-field-int-not-a-number", "channels", "abc"),
  createValueUpdate("169-put-field-float", "range", 1.5),
  createValueUpdate("170-put-field-date", "installed", "2026-03-01"),
  createValueUpdate("171-put-field-date-with-time-in-date-only", "installed", "2026-03-01T10:00:00+01:00"),
  createValueUpdate("172-put-field-datetime", "last_reading", "2026-03-01T10:20:30+01:00"),
  createValueUpdate("173-put-field-date-bad", "installed", "01/03/2026"),
  createValueUpdate("174-put-field-date-empty", "installed", ""),
  createValueUpdate("175-put-field-openlist-new-value", "tags", {
    bind_value_objects: [{ label: "brand new" }],
  }),
  createValueUpdate("176-put-field-perm", "visibility", {
    is_used_by_default: false,
    granted_groups: ["102_3"],
  }),
  createEquipmentUpdate("177-put-field-computed-manual", "total_hours", () => ({ manual_value: 7 })),
  createEquipmentUpdate("178-put-field-computed-auto", "total_hours", () => ({ is_autocomputed: true })),
  createValueUpdate("179-put-field-text-html", "notes", { content: "<p>a</p>", format: "html" }),
  createValueUpdate("180-put-field-text-commonmark", "notes", markdown),
  createEquipmentUpdate("181-put-field-msb-empty", "features", () => ({ bind_value_ids: [] })),
  createEquipmentUpdate("182-put-field-user-list", "keeper", () => ({ bind_value_ids: [102] })),
  // No transition of the simulator has conditions; a missing one is rejected in the same way.
  createTransition("184-workflow-allowed-transition", ({ requests }) => [requests.getValueId("state", 3)]),
  createTransition("187-workflow-tracker51-forbidden", () => [999_999]),
  createTransition("188-workflow-tracker51-allowed", ({ requests }) => [requests.getValueId("state", 1)]),
  createValueUpdate("347-date-iso-date", "installed", "2026-03-01"),
  createValueUpdate("348-date-iso-datetime", "installed", "2026-03-01T23:30:00-05:00"),
  createValueUpdate("349-date-slash", "installed", "01/03/2026"),
  createValueUpdate("350-date-words", "installed", "tomorrow"),
  createValueUpdate("351-date-impossible", "installed", "2026-02-31"),
  createValueUpdate("352-date-timestamp", "installed", 1_772_323_200),
  createValueUpdate("353-datetime-iso", "last_reading", "2026-03-01T10:20:30+01:00"),
  createValueUpdate("354-datetime-date-only", "last_reading", "2026-03-01"),
  createValueUpdate("355-datetime-garbage", "last_reading", "xx"),
  createEquipmentUpdate("356-selectbox-none-100", "owner_group", () => ({ bind_value_ids: [100] })),
  createEquipmentUpdate("357-selectbox-empty", "owner_group", () => ({ bind_value_ids: [] })),
  createEquipmentUpdate("358-selectbox-two-in-single", "condition", ({ equipment }) => ({
    bind_value_ids: [equipment.getValueId("condition", 0), equipment.getValueId("condition", 1)],
  })),
  createEquipmentUpdate("359-selectbox-string-id", "condition", ({ equipment }) => ({
    bind_value_ids: [String(equipment.getValueId("condition", 0))],
  })),
  createValueUpdate("360-text-plain", "notes", 'a < b & "c"'),
  createValueUpdate("361-text-html-script", "notes", { content: '<p onclick="x()">a</p>', format: "html" }),
  createValueUpdate("362-text-md", "notes", markdown),
  createValueUpdate("363-string-with-newline", "designation", "a\nb"),
  createTransition("365-wf-forbidden-571", ({ requests }) => [requests.getValueId("state", 3)]),
  createTransition("366-wf-allowed-567", ({ requests }) => [requests.getValueId("state", 1)]),
];
