import { describe, expect, it } from "vitest";
import { dialects } from "@/lib/dialects/find-dialect";
import { sha256 } from "@/lib/platform/crypto";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, type Choose, type SuiteCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { anAgentWith, aStoredSkill } from "@/lib/testing/sessions/rehearsals";
import type { Figures } from "../reports/figures-schema";
import { listRunCases } from "../trials/trial-queries";

const { db } = testDatabase();
const mine = "pdf-tools";
const sibling = "docx-tools";
/** Every host in which something has to be found. */
const hosts = dialects.filter(({ modes }) => modes[0] !== "eager").map(({ id }) => id);

type Row = typeof mine | typeof sibling | "not this" | "nothing";
const messages = (text: string, count: number, rest: object) =>
  Array.from({ length: count }, (_, at) => ({ query: `${text} ${at + 1}`, should_trigger: false, ...rest }));
/** Five rows of each kind of expectation. */
const cases: SuiteCases = [
  ...messages("Merge PDF", 6, { should_trigger: true }),
  ...messages("Edit letter", 4, { expected_skill: sibling }),
  ...messages("Sort photos", 3, {}),
  ...messages("Tell a joke", 3, { expected_skill: null }),
];
const rowOf = (query: string): Row =>
  query.startsWith("Merge")
    ? mine
    : query.startsWith("Edit")
      ? sibling
      : query.startsWith("Sort")
        ? "not this"
        : "nothing";

/** What is activated for each message: the plan of a model. */
type Plan = (query: string) => typeof mine | typeof sibling | null;
const drawn =
  (seed: number): Plan =>
  (query) =>
    ([mine, sibling, null] as const)[Number.parseInt(sha256(`${seed} ${query}`).slice(0, 8), 16) % 3] ?? null;
const planned: Record<string, Plan> = {
  always: () => mine,
  never: () => null,
  rightly: (query) => {
    const row = rowOf(query);
    return row === mine || row === sibling ? row : null;
  },
  "at random, by seed 1": drawn(1),
  "at random, by seed 2": drawn(2),
};
const asModel =
  (plan: Plan): Choose =>
  (query) => {
    const call = plan(query);
    return call === null ? { text: "No." } : { call };
  };

/** Counted over the plan by itself, by nothing that a run goes through. */
function expectedOf(plan: Plan) {
  const queries = cases.map(({ query }) => query);
  const fired = queries.filter((query) => plan(query) === mine);
  const own = queries.filter((query) => rowOf(query) === mine);
  const found = own.filter((query) => plan(query) === mine).length;
  const matrix: Record<string, number> = {};
  for (const query of queries) {
    const cell = `${rowOf(query)} -> ${plan(query) ?? "nothing"}`;
    matrix[cell] = (matrix[cell] ?? 0) + 1;
  }
  return {
    recall: [found, own.length],
    precision: fired.length === 0 ? null : [found, fired.length],
    matrix,
    nothingFired: queries.every((query) => plan(query) === null),
  };
}

const fraction = (rate: { count: number; of: number } | null) => rate && [rate.count, rate.of];
const toRow = ({ expected, notThis }: Figures["confusion"]["cells"][number]): string =>
  expected ?? (notThis ? "not this" : "nothing");

const measuredOf = ({ recall, precision, confusion, nothingFired }: Figures) => ({
  recall: fraction(recall),
  precision: fraction(precision),
  matrix: Object.fromEntries(
    confusion.cells.map((cell) => [`${toRow(cell)} -> ${cell.activated ?? "nothing"}`, cell.trials]),
  ),
  nothingFired,
});

describe("a model that activates", () => {
  it.each(Object.entries(planned))(
    "%s has precision, recall and matrix exactly as planted, in every host",
    async (_, plan) => {
      const context = await aContext(db);
      const { skill } = await aSuite(context, cases);
      const run = await tryOut(context, skill, { open: aScriptedModel(asModel(plan)).open, dialects: hosts });
      expect(run).toMatchObject({
        state: "done",
        progress: { total: hosts.length * cases.length, invalid: 0 },
      });
      const measured = run.figures.map((figures) => [figures.dialect, measuredOf(figures)]);
      expect(Object.fromEntries(measured)).toEqual(
        Object.fromEntries(hosts.map((host) => [host, expectedOf(plan)])),
      );
    },
  );

  it("a sibling for one message is named as the thief of that message, in every host", async () => {
    const context = await aContext(db);
    const { skill } = await aSuite(context, cases.slice(0, 6));
    const stolen = "Merge PDF 3";
    const { open } = aScriptedModel((query) => ({ call: query === stolen ? sibling : mine }));
    const { number } = await tryOut(context, skill, { open, dialects: hosts });
    const { items } = await listRunCases(context, { skill, number });
    const wrong = items.flatMap(({ query, hosts }) =>
      hosts.flatMap(({ dialect, outcome, by }) =>
        outcome === "right" ? [] : [[query, dialect, outcome, by]],
      ),
    );
    expect(wrong).toEqual(hosts.map((host) => [stolen, host, "stolen", sibling]));
  });
});

describe("a host that cuts descriptions", () => {
  /** Of which one in every twenty has a word that a message can ask for. */
  const sentence = "Handles one more kind of paper in the office. ";
  const withTail = (length: number, tail: string) =>
    `${sentence.repeat(40).slice(0, length - tail.length)}${tail}`;
  const description = `Handles the early-word. ${withTail(976, " Handles the late-word.")}`;
  /** It goes by what it is told: a word that was cut is not known to it. */
  const reads: Choose = (query, told) =>
    told?.includes(`Handles the ${query.split(" ").at(-1)}-word.`) ? { call: mine } : { text: "No." };

  it("turns exactly the case red that needs what was cut, and no other host does", async () => {
    const context = await aContext(db);
    const asked = ["early", "late"].map((word) => ({ query: `Do the ${word}`, should_trigger: true }));
    const files = { "evals/trigger-eval.json": JSON.stringify(asked) };
    await aStoredSkill(context, { name: mine, description, body: "# PDF\n", files });
    const agent = await anAgentWith(context, [mine]);
    // 2 % of it, in characters, is what Codex leaves for descriptions.
    const { open } = aScriptedModel(reads, { windowTokens: 16_000 });
    const run = await tryOut(context, mine, { open, agent, dialects: ["codex", "gemini-cli", "sisu"] });
    const { items } = await listRunCases(context, { skill: mine, number: run.number });
    const outcomes = items.map(({ query, hosts }) => [query, ...hosts.map(({ outcome }) => outcome)]);
    expect(outcomes).toEqual([
      ["Do the early", "right", "right", "right"],
      ["Do the late", "missed", "right", "right"],
    ]);
  });
});
