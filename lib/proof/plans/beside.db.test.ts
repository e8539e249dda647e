import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/access/context";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aScriptedModel, aSuite, someCases, tryOut } from "@/lib/testing/proof/suite-runs";
import { aStoredSkill, skillText } from "@/lib/testing/sessions/rehearsals";
import { startSuiteRun } from "../commands/start-suite-run";
import { listSuiteRuns } from "../queries";
import { getRunReport } from "../reports/get-run-report";
import { listRunCases } from "../trials/trial-queries";
import { estimateSuiteRun } from "./estimate-suite-run";

const { db } = testDatabase();
const greedy = "Merges PDF files, and whatever else is on paper.";

/** Takes the neighbour where its description promises everything, else the skill that the messages are for. */
const chooses = () =>
  aScriptedModel((query, told) =>
    query.startsWith("Merge")
      ? {
          call:
            told?.includes("whatever else is on paper") && query.endsWith(" 2") ? "docx-tools" : "pdf-tools",
        }
      : { text: "No." },
  );

/** `aSuite`, its neighbour's draft being one that takes a case. */
async function aNeighbourhood(context: Context) {
  const { skill, sibling, agent } = await aSuite(context, someCases(3, 1));
  await changeDraft(context, {
    skill: sibling,
    baseRevision: 1,
    changes: [
      {
        op: "write",
        path: "SKILL.md",
        text: skillText({ name: sibling, description: greedy, body: "# Word\n" }),
      },
    ],
  });
  return { skill, sibling, agent };
}

const source = { follows: "version", version: 1 } as const;

describe("a run beside the draft of a sibling", () => {
  it("offers those bytes, and says which case they take", async () => {
    const context = await aContext(db);
    const { skill, sibling } = await aNeighbourhood(context);
    const { open } = chooses();
    const before = await tryOut(context, skill, { open, source, beside: { skill: sibling, ...source } });
    const after = await tryOut(context, skill, {
      open,
      source,
      beside: { skill: sibling, follows: "draft" },
    });
    expect(before.beside).toMatchObject({ skill: sibling, version: 1, revision: null });
    expect(after.beside).toMatchObject({ skill: sibling, version: null, revision: 2 });
    expect(after.digest).toBe(before.digest);
    expect(after.beside?.digest).not.toBe(before.beside?.digest);
    expect(before.figures[0]?.outcomes).toMatchObject({ right: 4, stolen: 0 });
    expect(after.figures[0]?.outcomes).toMatchObject({ right: 3, stolen: 1 });
    const { items } = await listRunCases(context, { skill, number: after.number });
    expect(items.find(({ query }) => query === "Merge PDF 2")).toMatchObject({
      hosts: [{ outcome: "stolen", by: sibling }],
    });
  });

  it("leaves the agent's assignments as they are, and asks again only where the catalogue is another", async () => {
    const context = await aContext(db);
    const { skill, sibling } = await aNeighbourhood(context);
    const { open } = chooses();
    await tryOut(context, skill, { open, source });
    const before = await tryOut(context, skill, { open, source, beside: { skill: sibling, ...source } });
    expect(before.calls.asked).toBe(0);
    const after = await tryOut(context, skill, {
      open,
      source,
      beside: { skill: sibling, follows: "draft" },
    });
    expect(after.calls.asked).toBeGreaterThan(0);
    const own = await tryOut(context, skill, { open, source });
    expect(own.offered.find((one) => one.skill === sibling)).toMatchObject({ version: 1 });
  });

  it("is none of the skill's own runs, in no list and no count of its bytes, and is compared with none", async () => {
    const context = await aContext(db);
    const { skill, sibling } = await aNeighbourhood(context);
    const { open } = chooses();
    const beside = { skill: sibling, follows: "draft" } as const;
    const own = await tryOut(context, skill, { open, source });
    const first = await tryOut(context, skill, { open, source, beside });
    const second = await tryOut(context, skill, { open, source, beside });
    expect([first.runsOfDigest, second.runsOfDigest]).toEqual([1, 2]);
    const { items } = await listSuiteRuns(context, { skill });
    expect(items).toMatchObject([{ number: own.number, runsOfDigest: 1, beside: null }]);
    expect((await getRunReport(context, { skill, number: second.number })).against).toBeNull();
    await expect(
      getRunReport(context, { skill, number: own.number, against: second.number }),
    ).rejects.toThrow("cannot be compared");
  });

  it("can be without the sibling, as before there was one", async () => {
    const context = await aContext(db);
    const { skill, sibling } = await aNeighbourhood(context);
    const run = await tryOut(context, skill, {
      open: chooses().open,
      source,
      beside: { skill: sibling, follows: "none" },
    });
    expect(run.beside).toEqual({ skill: sibling, version: null, revision: null, digest: null });
    expect(run.offered.map((one) => one.skill)).toEqual([skill]);
  });

  it("can have a sibling that the agent does not have", async () => {
    const context = await aContext(db);
    const { skill } = await aNeighbourhood(context);
    await aStoredSkill(context, { name: "new-one", description: greedy, body: "# New\n" }, false);
    const beside = { skill: "new-one", follows: "draft" } as const;
    const run = await tryOut(context, skill, { open: chooses().open, source, beside });
    expect(run.offered.map((one) => one.skill)).toContain("new-one");
  });

  it("is repeated as it was, and with no other sibling", async () => {
    const context = await aContext(db);
    const { skill, sibling } = await aNeighbourhood(context);
    const { open } = chooses();
    const beside = { skill: sibling, follows: "draft" } as const;
    const { number: repeatOf, beside: was } = await tryOut(context, skill, { open, source, beside });
    const again = await tryOut(context, skill, { open, repeatOf, beside });
    expect(again).toMatchObject({ beside: was, aa: { of: repeatOf, flipped: 0 } });
    const other = { repeatOf, beside: { skill: sibling, follows: "none" as const } };
    await expect(startSuiteRun(context, { skill, ...other }, open)).rejects.toThrow("beside");
  });

  it("is refused where it would say nothing, with the reason", async () => {
    const [context, elsewhere] = [await aContext(db), await aContext(db)];
    const { skill, sibling, agent } = await aNeighbourhood(context);
    const { open } = chooses();
    const start = (beside: object, more: object = {}) =>
      startSuiteRun(
        context,
        { skill, beside: { skill: sibling, follows: "draft", ...beside }, ...more },
        open,
      );
    await expect(start({ skill })).rejects.toThrow("not beside itself");
    await expect(start({}, { suite: "effect" })).rejects.toThrow("trigger suites");
    await expect(start({ follows: "version" })).rejects.toThrow("A version has a number");
    await expect(start({ follows: "version", version: 9 })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(start({ skill: "nobody" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await aStoredSkill(elsewhere, { name: "elsewhere", description: greedy, body: "# E\n" });
    await expect(start({ skill: "elsewhere" })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const { problems } = await estimateSuiteRun(
      context,
      { skill, agent, beside: { skill, follows: "draft" } },
      open,
    );
    expect(problems).toEqual([expect.stringContaining("not beside itself")]);
  });
});
