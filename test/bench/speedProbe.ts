// node speedProbe.ts: prints the milliseconds of a short calculation several times a second until its input ends.
const rows = Array.from({ length: 2_000 }, (_row, id) => ({
  id,
  title: `Artifact ${id} of the list`,
  values: [id, id * 7, String(id * 13)],
  status: { id: id % 5, label: "In progress" },
}));
const text = JSON.stringify(rows);

/** Like most of what is measured, it parses, sorts and looks up rows. */
function calculate(): void {
  const parsed = JSON.parse(text) as typeof rows;
  const byTitle = new Map(parsed.map((row) => [row.title, row]));
  parsed.sort((left, right) => String(left.values[2]).localeCompare(String(right.values[2]), "en"));
  if (byTitle.size !== parsed.length) throw new Error("Rows are missing.");
}

function printTime(): void {
  const before = performance.now();
  calculate();
  console.log(performance.now() - before);
}

// Until the code is compiled.
for (let round = 0; round < 50; round += 1) calculate();
printTime();
const timer = setInterval(printTime, 200);
process.stdin.on("end", () => clearInterval(timer)).resume();
