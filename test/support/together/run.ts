// One interleaving: a list of actions on a fresh artifact, with a look after each of them.
import { inspect } from "node:util";
import { type Action, throughout } from "./actions.ts";
import { valueFor } from "./fields.ts";
import { Ledger } from "./ledger.ts";
import { Person } from "./person.ts";
import type { Table } from "./table.ts";
import { type Rule, Violation } from "./violation.ts";

class Run {
  readonly log: string[] = [];
  readonly #table: Table;
  readonly #artifactId: number;
  readonly #ledger: Ledger;
  readonly #people: readonly Person[];

  constructor(table: Table, artifactId: number) {
    const ids = table.seats.map(({ account }) => account.id);
    this.#table = table;
    this.#artifactId = artifactId;
    this.#ledger = new Ledger(table.server, artifactId, table.fields, ids);
    const say = (line: string): void => void this.log.push(line);
    this.#people = table.seats.map(
      (seat) => new Person(seat, { table, artifactId, ledger: this.#ledger, say }),
    );
  }

  async play(actions: readonly Action[]): Promise<void> {
    for (const person of this.#people) {
      await person.open();
      await person.finish();
    }
    for (const action of actions) {
      await this.#act(action);
      this.#look();
    }
    await this.#end();
  }

  /** Nothing of this run may reach into the next. */
  async leave(): Promise<void> {
    this.#table.server.faults.clear();
    for (const person of this.#people) await person.leave();
  }

  #look(): void {
    this.#ledger.check();
    for (const person of this.#people) person.attend();
  }

  /** The network is well again, and everything comes to its end. */
  async #end(): Promise<void> {
    const { faults, clock } = this.#table.server;
    faults.clear();
    this.log.push("– peace –");
    for (const person of this.#people) await person.finish();
    this.#look();
    clock.advance(5000);
    for (const person of this.#people) {
      await person.refresh();
      await person.finish();
      this.#look();
      person.checkCurrent();
    }
    for (const person of this.#people) {
      await person.saveAtPeace();
      this.#look();
    }
    this.#ledger.checkTold((id) => this.#people.find((person) => person.id === id)?.told ?? new Set());
  }

  async #act(action: Action): Promise<void> {
    const { server } = this.#table;
    switch (action.do) {
      case "proceed": {
        const underWay = this.#people.flatMap((person) =>
          person.errands.map((errand) => ({ person, errand })),
        );
        const chosen = underWay[action.which % underWay.length];
        return chosen?.person.go(chosen.errand, action.steps);
      }
      case "write":
        return this.#write(action);
      case "advance":
        server.clock.advance(action.milliseconds);
        this.log.push(`${action.milliseconds} ms pass`);
        return;
      case "fault": {
        const { method, fault, skip, times } = action;
        server.faults.add({ method, path: /artifacts/, skip, times, fault });
        this.log.push(`${method} after ${skip} will meet ${times} of ${JSON.stringify(fault)}`);
        return;
      }
      default: {
        const person = this.#people[action.who];
        if (person !== undefined) await this.#doneBy(person, action);
      }
    }
  }

  async #doneBy(person: Person, action: Extract<Action, { readonly who: unknown }>): Promise<void> {
    switch (action.do) {
      case "type":
        return person.type(action.place, action.element, action.token);
      case "putBack":
        return person.putBack(action.place);
      case "step":
        return person.step(action.direction);
      case "choose":
        return person.choose(action.which, action.answer);
      case "resolve":
        return person.resolve(action.isResolving);
      case "discard":
        return person.discard();
      case "save":
        return person.go(await person.save(action.way), action.steps);
      case "look":
        return person.go(await person.look(), action.steps);
      case "refresh":
        return person.go(await person.refresh(), action.steps);
      case "open":
        return person.go(await person.open(), action.steps);
      case "crash":
        await person.crash();
        return person.go(await person.open(), throughout);
    }
  }

  /** Over whatever is there: a program that asks nobody. */
  #write({ place, element, token }: Extract<Action, { readonly do: "write" }>): void {
    const { server, fields } = this.#table;
    const value = valueFor(place, element, token);
    const entry = fields.entry(place, { ...this.#ledger.now[place], [element]: value });
    this.#ledger.note(place, element, value);
    server.write(this.#artifactId, { by: server.accounts.outsider, values: [entry] });
    this.log.push(`somebody else writes “${value}” into ${place} ${element}`);
  }
}

export interface Played {
  readonly violation: Violation | undefined;
  /** What happened, line by line. */
  readonly log: readonly string[];
}

export async function play(table: Table, actions: readonly Action[]): Promise<Played> {
  const run = new Run(table, await table.freshArtifact());
  try {
    await run.play(actions);
    return { violation: undefined, log: run.log };
  } catch (error) {
    const violation = error instanceof Violation ? error : new Violation("sound", inspect(error));
    return { violation, log: run.log };
  } finally {
    await run.leave();
  }
}

/** What is left of a list that breaks a rule when everything that it does without is left out. */
async function shortest(table: Table, failing: readonly Action[], rule: Rule): Promise<readonly Action[]> {
  let actions = failing;
  for (let place = actions.length - 1; place >= 0; place -= 1) {
    const fewer = actions.toSpliced(place, 1);
    const { violation } = await play(table, fewer);
    if (violation?.rule !== rule) continue;
    actions = fewer;
    // What was needed before may not be any more.
    place = actions.length;
  }
  return actions;
}

/** What goes wrong with a list of actions, told as short as it can be. */
export async function report(table: Table, actions: readonly Action[], { rule }: Violation): Promise<string> {
  const few = await shortest(table, actions, rule);
  const { violation, log } = await play(table, few);
  const list = few.map((action) => JSON.stringify(action));
  return [...log, `=> ${violation?.message ?? "(not again)"}`, "The actions:", ...list].join("\n");
}
