// Every fault once on every journey, by commands of the extension in a real VS Code. The product's dialect: the other one is
// left to the runs through the store.
import assert from "node:assert/strict";
import { faultNames } from "../faultList.ts";
import { journeyNames } from "../journeyNames.ts";
import { faultsVariable } from "./extent.ts";
import { hostJourneys } from "./journeys.ts";
import { Office } from "./office.ts";

/** What is wanted: one of the extents, or a single journey and fault. */
const wantedHere = process.env[faultsVariable];

/** Where time is short each journey meets every fourth fault, and each fault several journeys; what hangs takes half a minute. */
function isWanted(journey: number, fault: number): boolean {
  switch (wantedHere) {
    case "short":
      return faultNames[fault] !== "hang" && (journey + fault) % 4 === 0;
    case "even":
      return journey % 2 === 0;
    case "odd":
      return journey % 2 === 1;
    default:
      return wantedHere === `${journeyNames[journey]} ${faultNames[fault]}`;
  }
}

for (const [number, journey] of journeyNames.entries()) {
  const wanted = faultNames.filter((_, fault) => isWanted(number, fault));
  if (wanted.length === 0) continue;

  describe(`a journey through faults in VS Code: ${journey}`, () => {
    let office: Office;

    before(async () => {
      office = await Office.open(journey === "browse" ? 20 : 1 + 3 * wanted.length);
    });
    after(() => office.close());
    afterEach(async () => {
      office.heal();
      office.driver.press = ["Discard"];
      await office.closeTabs();
      office.driver.forget();
    });

    for (const fault of wanted) {
      it(`holds where it meets ${fault}`, async () => {
        await hostJourneys[journey](office, fault);
        assert.deepEqual(office.driver.unheard, [], "a promise was rejected and nobody heard it");
        assert.deepEqual(office.driver.blocked, [], "a dialog is in the way");
      });
    }
  });
}
