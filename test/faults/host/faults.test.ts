// Every fault once in every scenario, through commands of the extension in VS Code, with the product dialect only.
import assert from "node:assert/strict";
import { faultNames } from "../namedFaults.ts";
import { scenarioNames } from "../scenarioNames.ts";
import { faultsVariable } from "./caseSelections.ts";
import { hostScenarios } from "./hostScenarios.ts";
import { ExtensionFixture } from "./extensionFixture.ts";

/** A part of `caseSelections`, or a single scenario and fault. */
const selection = process.env[faultsVariable];

/** "short" runs every fourth fault of each scenario, without "hang", which takes half a minute. */
function isSelected(scenario: number, fault: number): boolean {
  switch (selection) {
    case "short":
      return faultNames[fault] !== "hang" && (scenario + fault) % 4 === 0;
    case "even":
      return scenario % 2 === 0;
    case "odd":
      return scenario % 2 === 1;
    default:
      return selection === `${scenarioNames[scenario]} ${faultNames[fault]}`;
  }
}

for (const [number, scenario] of scenarioNames.entries()) {
  const faults = faultNames.filter((_, fault) => isSelected(number, fault));
  if (faults.length === 0) continue;

  describe(`scenario ${scenario} in VS Code`, () => {
    let fixture: ExtensionFixture;

    before(async () => {
      fixture = await ExtensionFixture.open(scenario === "browse" ? 20 : 1 + 3 * faults.length);
    });
    after(() => fixture.close());
    afterEach(async () => {
      fixture.clearFaults();
      fixture.driver.buttonsToPress = ["Discard"];
      await fixture.closeTabs();
      fixture.driver.reset();
    });

    for (const fault of faults) {
      it(`keeps its invariants with fault ${fault}`, async () => {
        await hostScenarios[scenario](fixture, fault);
        assert.deepEqual(fixture.driver.unhandledRejections, [], "a rejected promise was not handled");
        assert.deepEqual(fixture.driver.modalDialogs, [], "a modal dialog is open");
      });
    }
  });
}
