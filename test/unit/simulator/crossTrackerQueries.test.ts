import assert from "node:assert/strict";
import {
  dateField,
  linksField,
  listField,
  numberField,
  stringField,
  textField,
} from "../../simulator/demo/fieldDefinition.ts";
import { startSimulator } from "../../simulator/simulator.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import type { TrackerHandle } from "../../simulator/trackerAdministration.ts";
import { createKeyHeader, encodeQuery, getError, sendJson, sendRequest } from "./sendRequest.ts";
import type { SimulatorResponse } from "./sendRequest.ts";
import { useSimulators } from "./useSimulators.ts";

type Row = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
type Headers = Readonly<Record<string, string>>;

interface Content {
  readonly artifacts: readonly Row[];
  readonly selected: readonly { readonly type: string; readonly name: string }[];
}

function search(
  simulator: Simulator,
  tql: string,
  parameters = "",
  headers: Headers = createKeyHeader(simulator.accounts.admin),
): Promise<SimulatorResponse> {
  const path = `/api/crosstracker_query/content?query=${encodeQuery({ tql_query: tql })}${parameters}`;
  return sendRequest(simulator, path, { headers });
}

function getContent({ status, data, text }: SimulatorResponse): Content {
  assert.equal(status, 200, text);
  return data as Content;
}

function getIds(response: SimulatorResponse): readonly unknown[] {
  return getContent(response).artifacts.map((row) => row["@artifact"]?.["id"]);
}

function getMessage({ status, data }: SimulatorResponse): unknown {
  assert.equal(status, 400);
  const { error } = data as { readonly error: Readonly<Record<string, unknown>> };
  assert.equal(error["message"], "Bad Request");
  return error["i18n_error_message"];
}

/** A tracker of a project of its members only, with one field of each type that queries know. */
function addBuoys(simulator: Simulator): TrackerHandle {
  return simulator.addTracker({
    projectId: 101,
    label: "Buoys",
    itemName: "buoy",
    fields: [
      stringField("name", "Name", {}),
      textField("notes", "Notes", {}),
      listField("sb", "state", "State", [{ label: "Afloat", color: "acid-green" }, { label: "Sunk" }]),
      listField("sb", "keeper", "Keeper", "members", {}),
      listField("msb", "crew", "Crew", "groups", {}),
      numberField("float", "depth", "Depth", {}),
      dateField("checked", "Checked", {}),
      dateField("seen", "Seen", { withTime: true }),
      linksField("moorings", "Moorings", { types: [] }),
    ],
    semantics: {
      title: "name",
      description: "notes",
      status: { field: "state", open: ["Afloat"] },
      contributor: "keeper",
    },
  });
}

describe("simulator: queries over several trackers (product)", () => {
  let simulator: Simulator;
  let buoys: TrackerHandle;
  /** Submitted at 9:00:00, 9:00:59 and 9:01:00 in the server's time zone. */
  let [red, green, blue] = [0, 0, 0];

  async function createBuoy(name: string, values: readonly unknown[] = []): Promise<number> {
    const response = await sendJson(simulator, "POST", "/artifacts", {
      tracker: { id: buoys.id },
      values: [{ field_id: buoys.fieldId("name"), value: name }, ...values],
    });
    assert.equal(response.status, 201, response.text);
    return (response.data as { readonly id: number }).id;
  }

  const choose = (field: string, id: number) => ({ field_id: buoys.fieldId(field), bind_value_ids: [id] });
  const searchBuoys = (condition: string, columns = "@id", headers?: Headers): Promise<SimulatorResponse> =>
    search(
      simulator,
      `SELECT ${columns} FROM @project.name = 'lighthouse' AND @tracker.name = 'buoy' WHERE ${condition}`,
      "",
      headers,
    );
  const findBuoys = async (condition: string): Promise<readonly unknown[]> =>
    getIds(await searchBuoys(`${condition} ORDER BY @id ASC`));

  before(async () => {
    simulator = await startSimulator({ dialect: "product" });
    buoys = addBuoys(simulator);
    const { admin, member } = simulator.accounts;
    red = await createBuoy("Red 50% <b>lamp</b>", [
      choose("state", buoys.choiceId("state", "Afloat")),
      choose("keeper", admin.id),
      { field_id: buoys.fieldId("notes"), value: "Été & *hiver*" },
      { field_id: buoys.fieldId("depth"), value: 2.5 },
      { field_id: buoys.fieldId("checked"), value: "2026-02-28" },
      { field_id: buoys.fieldId("seen"), value: "2026-02-28 23:30" },
    ]);
    simulator.clock.advance(59_000);
    green = await createBuoy("Green_lamp", [
      choose("state", buoys.choiceId("state", "Sunk")),
      choose("keeper", member.id),
      { field_id: buoys.fieldId("depth"), value: 12 },
      { field_id: buoys.fieldId("moorings"), links: [{ id: red }] },
      { field_id: buoys.fieldId("crew"), bind_value_ids: ["101_3"] },
    ]);
    simulator.clock.advance(1000);
    blue = await createBuoy("Blue lamp", [choose("state", 100), choose("keeper", 100)]);
  });
  after(() => simulator.close());

  it("compare dates with whole minutes and days in the server's time zone", async () => {
    const minute = '"2026-03-02 09:00"';
    assert.deepEqual(await findBuoys(`@last_update_date = ${minute}`), [red, green]);
    assert.deepEqual(await findBuoys(`@last_update_date != ${minute}`), [blue]);
    assert.deepEqual(await findBuoys(`@last_update_date > ${minute}`), [blue]);
    assert.deepEqual(await findBuoys(`@last_update_date >= ${minute}`), [red, green, blue]);
    assert.deepEqual(await findBuoys(`@last_update_date < ${minute}`), []);
    assert.deepEqual(await findBuoys(`@last_update_date <= ${minute}`), [red, green]);
    assert.deepEqual(await findBuoys('@submitted_on BETWEEN("2026-03-02 08:59", "2026-03-02 09:00")'), [
      red,
      green,
    ]);
    assert.deepEqual(await findBuoys('@submitted_on = "2026-03-02 08:00"'), []);
    assert.deepEqual(await findBuoys('@submitted_on = "2026-03-02"'), [red, green, blue]);
    assert.deepEqual(await findBuoys('@submitted_on > "2026-03-02"'), []);
    assert.deepEqual(await findBuoys('@submitted_on > "2026-03-01"'), [red, green, blue]);
  });

  it("compare dates with the minute of now, and with periods before and after it", async () => {
    assert.deepEqual(await findBuoys("@submitted_on >= NOW()"), [blue]);
    assert.deepEqual(await findBuoys("@submitted_on < NOW()"), [red, green]);
    assert.deepEqual(await findBuoys("@submitted_on > NOW() - 1d"), [red, green, blue]);
    assert.deepEqual(await findBuoys("@submitted_on > NOW() + 1m"), []);
    assert.deepEqual(await findBuoys("@submitted_on BETWEEN(NOW() - 1y, NOW() + 1w)"), [red, green, blue]);
  });

  it("send dates in the account's time zone", async () => {
    const { artifacts, selected } = getContent(
      await searchBuoys(`@id = ${red}`, "@submitted_on, @last_update_date, seen, checked"),
    );
    const [row] = artifacts;
    assert.deepEqual(row?.["@submitted_on"], { value: "2026-03-02T08:00:00+00:00", with_time: true });
    assert.deepEqual(row["@last_update_date"], row["@submitted_on"]);
    assert.deepEqual(row["seen"], { value: "2026-02-28T22:30:00+00:00", with_time: true });
    assert.deepEqual(row["checked"], { value: "2026-02-27T23:00:00+00:00", with_time: false });
    assert.deepEqual(
      selected.map(({ type }) => type),
      ["artifact", "date", "date", "date", "date"],
    );
  });

  it("have a cell for every column, empty if the artifact has no value", async () => {
    const columns =
      "@id, @pretty_title, @title, @description, @status, @assigned_to, @submitted_by, @tracker.name, @project.name, depth";
    const rows = getContent(await searchBuoys(`@id = ${red} OR @id = ${blue}`, columns)).artifacts;
    const [last, first] = rows;
    assert.deepEqual(first?.["@artifact"], {
      id: red,
      uri: `/plugins/tracker/?aid=${red}`,
      number_of_forward_link: 0,
      number_of_reverse_link: 1,
    });
    assert.deepEqual(first["@pretty_title"], {
      tracker_name: "buoy",
      color: "inca-silver",
      artifact_id: red,
      title: "Red 50% <b>lamp</b>",
    });
    assert.deepEqual(first["@title"], { value: "Red 50% &lt;b&gt;lamp&lt;/b&gt;" });
    assert.deepEqual(first["@status"], { value: [{ label: "Afloat", color: "acid-green" }] });
    assert.deepEqual(first["@tracker.name"], { name: "Buoys", color: "inca-silver" });
    assert.deepEqual(first["@project.name"], { name: "Lighthouse Console", icon: "🌊" });
    assert.deepEqual(first["depth"], { value: 2.5 });
    const mara = {
      display_name: "Mara Lindqvist (mlindqvist)",
      avatar_url: "https://tuleap.example/users/mlindqvist/avatar.png",
      user_url: "/users/mlindqvist",
      is_anonymous: false,
    };
    assert.deepEqual([first["@submitted_by"], first["@assigned_to"]], [mara, { value: [mara] }]);
    assert.deepEqual(
      ["@description", "@status", "@assigned_to", "depth"].map((name) => last?.[name]),
      [{ value: "" }, { value: [] }, { value: [] }, { value: null }],
    );
  });

  it("search texts for a part, ignoring case and accents; wildcards stand for themselves", async () => {
    assert.deepEqual(await findBuoys("@title = 'LAMP'"), [red, green, blue]);
    assert.deepEqual(await findBuoys("@title = 'e_l'"), []);
    assert.deepEqual(await findBuoys("@title != 'n_l'"), [red, blue]);
    assert.deepEqual(await findBuoys("@title = '0%'"), [red]);
    assert.deepEqual(await findBuoys("@title = 'lamp blue'"), []);
    assert.deepEqual(await findBuoys("@description = 'ete'"), [red]);
    assert.deepEqual(await findBuoys("name = 'green'"), [green]);
  });

  it("search open artifacts; no value is open, and trackers without a status are left out", async () => {
    assert.deepEqual(await findBuoys("@status = OPEN()"), [red, blue]);
    assert.deepEqual(await findBuoys("@status != OPEN()"), [green]);
    const count = async (condition: string): Promise<number> => {
      const response = await search(
        simulator,
        `SELECT @id FROM @project.name = 'lighthouse' AND @tracker.name IN('risk', 'task') WHERE ${condition}`,
      );
      return Number(response.headers["x-pagination-size"]);
    };
    const [open, closed, all] = [
      await count("@status = OPEN()"),
      await count("@status != OPEN()"),
      await count("@id >= 1"),
    ];
    assert.deepEqual([open > 0, closed > 0, all - open - closed], [true, true, 48]);
  });

  it("search users by user name, themselves, or none", async () => {
    assert.deepEqual(await findBuoys("@assigned_to = MYSELF()"), [red]);
    assert.deepEqual(await findBuoys("@assigned_to = 'tokafor'"), [green]);
    assert.deepEqual(await findBuoys("@assigned_to = ''"), [blue]);
    assert.deepEqual(await findBuoys("@assigned_to != ''"), [red, green]);
    assert.deepEqual(await findBuoys("@assigned_to IN(MYSELF(), 'tokafor')"), [red, green]);
    assert.deepEqual(await findBuoys("@assigned_to NOT IN('tokafor')"), [red, blue]);
    assert.deepEqual(await findBuoys("@submitted_by = MYSELF()"), [red, green, blue]);
    assert.deepEqual(await findBuoys("@last_update_by != 'mlindqvist'"), []);
  });

  it("search fields by their names", async () => {
    assert.deepEqual(await findBuoys("depth > 2.4"), [red, green]);
    assert.deepEqual(await findBuoys("depth BETWEEN(3, 12)"), [green]);
    assert.deepEqual(await findBuoys("checked = '2026-02-28'"), [red]);
    assert.deepEqual(await findBuoys("checked = ''"), [green, blue]);
    assert.deepEqual(await findBuoys("seen >= '2026-02-28 23:30' AND seen < '2026-03-01'"), [red]);
    assert.deepEqual(await findBuoys("state IN('afloat', 'Sunk')"), [red, green]);
    assert.deepEqual(await findBuoys("keeper = MYSELF() OR keeper = ''"), [red, blue]);
  });

  it("search lists of user groups by their labels", async () => {
    const { artifacts } = getContent(await searchBuoys(`@id = ${green}`, "crew"));
    assert.deepEqual(artifacts[0]?.["crew"], { value: [{ label: "Project members" }] });
    assert.deepEqual(await findBuoys("crew = 'Project members'"), [green]);
    assert.deepEqual(await findBuoys("crew != 'Project members'"), [red, blue]);
    assert.deepEqual(await findBuoys("crew IN('Wiki administrators', 'Project members')"), [green]);
    assert.deepEqual(await findBuoys("crew = ''"), [red, blue]);
    assert.match(
      String(getMessage(await searchBuoys("crew = 'Nobody'"))),
      /The value 'Nobody' doesn't exist/,
    );
  });

  it("search links, and artifacts without them", async () => {
    assert.deepEqual(await findBuoys("IS LINKED TO"), [green]);
    assert.deepEqual(await findBuoys(`IS LINKED TO ARTIFACT = ${blue}`), []);
    assert.deepEqual(await findBuoys("IS LINKED FROM TRACKER = 'buoy'"), [red]);
    assert.deepEqual(await findBuoys("IS NOT LINKED FROM"), [green, blue]);
    assert.deepEqual(await findBuoys("IS LINKED FROM WITH TYPE '_is_child' OR WITH PARENT"), []);
    assert.deepEqual(await findBuoys("WITHOUT CHILDREN AND depth > 1"), [red, green]);
  });

  it("combine conditions with AND before OR, and with parentheses", async () => {
    const [a, b, c] = [`@id = ${red}`, `@id = ${green}`, "@title = 'blue'"];
    assert.deepEqual(await findBuoys(`${a} OR ${b} AND ${c}`), [red]);
    assert.deepEqual(await findBuoys(`(${a} OR ${b}) AND ${c}`), []);
  });

  it("return the newest first, or an order by one column", async () => {
    const order = async (text: string) => getIds(await searchBuoys(`@id >= 1 ${text}`));
    assert.deepEqual(await order(""), [blue, green, red]);
    assert.deepEqual(await order("ORDER BY @title ASC"), [blue, green, red]);
    assert.deepEqual(await order("ORDER BY @title DESC"), [red, green, blue]);
    assert.deepEqual(await order("ORDER BY @submitted_on ASC"), [red, green, blue]);
    assert.deepEqual(await order("ORDER BY depth ASC"), [blue, red, green]);
    assert.deepEqual(await order("ORDER BY @status DESC"), [green, red, blue]);
  });

  it("are refused with the product's message", async () => {
    const cases: readonly (readonly [string, string])[] = [
      ["@id = 0", "@id cannot be compared to an integer lesser than one."],
      ["@id = '5'", "@id cannot be compared to a string."],
      ["@id = ''", "@id cannot be compared to an empty string."],
      ["@id = MYSELF()", "@id cannot be compared to MYSELF()."],
      ["@id NOT IN(1)", "@id is not supported for the operator NOT IN()."],
      [
        "@id BETWEEN(2, 1)",
        "@id cannot be compared with the BETWEEN() operator because the minimum value is greater than the maximum value.",
      ],
      ["@title > 'a'", "@title is not supported for the operator >."],
      ["@title = OPEN()", "@title cannot be compared to OPEN()."],
      ["@status = NOW()", "@status cannot be compared to NOW()."],
      ["@status IN(OPEN())", "@status is not supported for the operator IN()."],
      ["@submitted_on = NOW()", "@submitted_on cannot be compared to NOW() with the operator =."],
      ["@submitted_on < '2026-03-02T09:00'", "@submitted_on cannot be compared to the string value '<'."],
      ["@submitted_on = ''", "@submitted_on cannot be compared to the empty string with = operator."],
      ["@submitted_by = ''", "@submitted_by cannot be compared to the empty string with = operator."],
      ["@submitted_by < 'x'", "@submitted_by is not supported for the operator <."],
      [
        "checked = '2026-02-28 10:00'",
        "The date field 'checked' cannot be compared to the string value '2026-02-28 10:00'.",
      ],
      ["state = 'Ashore'", "The value 'Ashore' doesn't exist for the list field 'state'."],
      [
        "@id = 0 OR @title < 'a'",
        "@id cannot be compared to an integer lesser than one.\n@title is not supported for the operator <.",
      ],
      [
        "@id = 0 OR nothing = 1 OR @pretty_title = 'x'",
        "We cannot search on 'nothing', '@pretty_title', we don't know what they refer to. Please refer to the documentation for the allowed comparisons.",
      ],
      ["moorings = 1", "Field type is not supported"],
      [
        "@id >= 1 ORDER BY @pretty_title ASC",
        "Sorting artifacts by @pretty_title is not allowed. Please refine your query or check the configuration of the trackers.",
      ],
    ];
    for (const [condition, message] of cases) {
      assert.equal(getMessage(await searchBuoys(condition)), message, condition);
    }
    const selecting: readonly (readonly [string, string])[] = [
      [
        "@id, nothing",
        "We cannot select on 'nothing', we don't know what it refers to. Please refer to the documentation for the allowed selectables.",
      ],
      ["@id, depth, @id", "Selection on same field multiple times is not allowed"],
    ];
    for (const [columns, message] of selecting) {
      assert.equal(getMessage(await searchBuoys("@id >= 1", columns)), message, columns);
    }
  });

  it("need fields of one type in all trackers", async () => {
    const from = "FROM @project.name = 'lighthouse' AND @tracker.name IN('buoy', 'task')";
    const other = simulator.addTracker({
      projectId: 101,
      label: "Anchors",
      itemName: "anchor",
      fields: [stringField("depth", "Depth", {})],
    });
    const message = getMessage(
      await search(simulator, `SELECT @id ${from.replace("task", "anchor")} WHERE depth = 1`),
    );
    assert.equal(
      message,
      `Field 'depth' is present in trackers '${buoys.id},${other.id}' but their types cannot be compared. Please refine your query or check the configuration of the trackers.`,
    );
    assert.equal(
      getMessage(await search(simulator, `SELECT submitted_on ${from} WHERE @id >= 1`)),
      "'submitted_on' field is linked to an already existing metadata, please use '@submitted_on' instead if you want to get the field.",
    );
    // A tracker without the field has empty cells, and matches nothing.
    const { artifacts } = getContent(
      await search(simulator, `SELECT depth ${from} WHERE @id <= ${red} ORDER BY @id DESC`, "&limit=2"),
    );
    assert.deepEqual(
      artifacts.map((row) => row["depth"]?.["value"]),
      [2.5, null],
    );
  });

  it("need a project with a readable tracker", async () => {
    const { member, outsider } = simulator.accounts;
    const from = (text: string, account: { readonly accessKey: string } = outsider) =>
      search(simulator, `SELECT @id FROM ${text} WHERE @id >= 1`, "", createKeyHeader(account));
    const error = (text: string): string =>
      `The 'FROM' part of the query is invalid, it contains an error: '${text}'`;
    const none = error("No tracker found");
    for (const text of [
      "@project = MY_PROJECTS()",
      "@project.name = 'lighthouse'",
      "@project.name = 'foghorn'",
      "@project.name = 'nowhere'",
      "@project.category = 'Harbours'",
      "@project.name = 'open-tides' AND @tracker.name = 'buoy'",
    ]) {
      assert.equal(getMessage(await from(text)), none, text);
    }
    const risks = "@project.name = 'lighthouse' AND @tracker.name = 'risk'";
    assert.equal(getMessage(await from(risks, member)), none);
    assert.equal((await from("@project.name = 'open-tides'")).status, 200);
    assert.equal((await from("@project.name IN('lighthouse', 'open-tides')")).status, 200);
    assert.equal(getMessage(await from("@project.name = ''")), error("@project.name cannot be empty"));
    assert.match(
      String(getMessage(await from("@project = 'self'"))),
      /not associated with a project dashboard/,
    );
    assert.match(
      String(getMessage(await from("@tracker.name = 'bug' AND @tracker.name = 'task'"))),
      /must be on "tracker" and "project"/,
    );
    assert.equal(
      getMessage(await search(simulator, "@id = 1")),
      '"FROM" keyword is missing from your query, it is mandatory in expert mode',
    );
  });

  it("have pages of at most 50, and no size on a page without a readable artifact", async () => {
    const outsider = createKeyHeader(simulator.accounts.outsider);
    const fetchBugs = (parameters: string) =>
      search(
        simulator,
        "SELECT @id FROM @project.name = 'open-tides' AND @tracker.name = 'bug' WHERE @id >= 1 ORDER BY @id ASC",
        parameters,
        outsider,
      );
    const first = await fetchBugs("");
    // Two of these are readable by administrators or members only, but they are counted.
    assert.deepEqual(
      [getIds(first).length < 50, first.headers["x-pagination-limit"], first.headers["x-pagination-size"]],
      [true, "50", "820"],
    );
    for (const offset of [100, 100_000]) {
      const empty = await fetchBugs(`&offset=${offset}`);
      assert.deepEqual(
        [empty.data, empty.headers["x-pagination-size"]],
        [{ artifacts: [], selected: [] }, "0"],
        String(offset),
      );
    }
    assert.equal((await fetchBugs("&offset=800")).headers["x-pagination-size"], "820");
    for (const limit of ["0", "51", "x"]) assert.equal((await fetchBugs(`&limit=${limit}`)).status, 400);
  });

  it("need a JSON object with a query", async () => {
    const headers = createKeyHeader(simulator.accounts.admin);
    const fetchError = async (parameters: string) =>
      getError(await sendRequest(simulator, `/api/crosstracker_query/content${parameters}`, { headers }));
    assert.deepEqual(await fetchError(""), [400, "Bad Request: `query` is required."]);
    assert.equal((await fetchError("?query=nope"))[0], 400);
    assert.equal((await fetchError(`?query=${encodeQuery({ query: "x" })}`))[0], 400);
    assert.equal((await fetchError(`?query=${encodeQuery({ tql_query: "x", widget_id: 3 })}`))[0], 404);
    assert.equal(getMessage(await search(simulator, "")), "TQL query is required and cannot be empty");
  });

  it("can't be about an anonymous caller", async () => {
    const query = "SELECT @id FROM @project.name = 'open-tides' WHERE @assigned_to = MYSELF()";
    assert.equal(
      getMessage(await search(simulator, query, "", {})),
      "@assigned_to cannot be compared to MYSELF() for anonymous users.",
    );
    assert.equal((await search(simulator, query.replace("MYSELF()", "''"), "", {})).status, 200);
  });
});

describe("simulator: queries over several trackers", () => {
  const start = useSimulators();

  it("use summer time in summer", async () => {
    const simulator = await start({ dialect: "product" });
    simulator.clock.advance(Date.UTC(2026, 6, 1, 10) - simulator.clock.now());
    const [id] = simulator.addTracker({
      projectId: 101,
      label: "Buoys",
      itemName: "buoy",
      fields: [stringField("name", "Name", {})],
      artifacts: 1,
    }).artifactIds;
    const find = async (date: string) =>
      getIds(
        await search(
          simulator,
          `SELECT @id FROM @project = MY_PROJECTS() AND @tracker.name = 'buoy' WHERE @submitted_on = '${date}'`,
        ),
      );
    assert.deepEqual(await find("2026-07-01 12:00"), [id]);
    assert.deepEqual(await find("2026-07-01 11:00"), []);
  });

  it("need credentials if the server requires them", async () => {
    const simulator = await start({ dialect: "product", anonymous: "refused" });
    const query = "SELECT @id FROM @project.name = 'open-tides' WHERE @id >= 1";
    assert.equal((await search(simulator, query, "", {})).status, 401);
  });

  it("don't exist in the documented dialect", async () => {
    const simulator = await start({ dialect: "documented" });
    const query = "SELECT @id FROM @project = MY_PROJECTS() WHERE @id >= 1";
    const [unknown, response] = [
      await sendRequest(simulator, "/api/nope", { headers: createKeyHeader(simulator.accounts.admin) }),
      await search(simulator, query),
    ];
    assert.deepEqual([response.status, response.text], [404, unknown.text]);
  });
});
