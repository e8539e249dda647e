import { describe, expect, it } from "vitest";
import { changeDraft } from "@/lib/library/commands/change-draft";
import { getDraftFile } from "@/lib/library/drafts/get-draft";
import { aContext } from "@/lib/testing/contexts";
import { testDatabase } from "@/lib/testing/database";
import { aTaskSuite, someTasks } from "@/lib/testing/proof/effect-runs";
import { saveEffectSuite } from "../commands/save-effect-suite";
import { getEffectSuite } from "./get-effect-suite";

const { db } = testDatabase();
const path = "evals/evals.json";

describe("the tasks of a skill", () => {
  it("are read with their graders, the files and skills they may name, and what is wrong with them", async () => {
    const context = await aContext(db);
    const tasks = [...someTasks(1), { prompt: "Anything?" }];
    const { skill } = await aTaskSuite(context, tasks, { "references/a.md": "a\n" });
    const suite = await getEffectSuite(context, { skill });
    expect(suite).toMatchObject({
      path,
      revision: 1,
      readOnlyReason: null,
      siblings: ["docx-tools", "pdf-tools"],
    });
    expect(suite.files).toEqual(["SKILL.md", path, "references/a.md"]);
    expect(suite.tasks).toMatchObject([
      { at: 0, graders: [{ kind: "contains", text: "RIGHT" }], golden: false, runs: true },
      { at: 1, graders: [], runs: false },
    ]);
    expect(suite.findings).toMatchObject([{ rule: "enforces-nothing", severity: "error" }]);
    const version = await getEffectSuite(context, { skill, source: "version", version: 1 });
    expect(version).toMatchObject({
      revision: null,
      readOnlyReason: expect.stringContaining("version stays"),
    });
  });

  it("are saved into the draft, where what did not change keeps its bytes", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(
      context,
      someTasks(2, () => ({ weight: 3 })),
    );
    const before = (await getDraftFile(context, { skill, path })).text ?? "";
    const { tasks } = await getEffectSuite(context, { skill });
    const [first, second] = tasks.map(({ at, prompt, graders }) => ({ from: at, prompt, graders }));
    if (!first || !second) throw new Error("There are two.");
    const golden = { ...second, prompt: "Another question", golden: true };
    const saved = await saveEffectSuite(context, { skill, revision: 1, tasks: [first, golden] });
    expect(saved).toMatchObject({
      revision: 2,
      tasks: [{ golden: false }, { golden: true, prompt: "Another question" }],
    });
    const after = (await getDraftFile(context, { skill, path })).text ?? "";
    expect(after).toBe(
      before
        .replace("Task 2: which ink?", "Another question")
        .replace(/("weight": 3)(?![\s\S]*weight)/, '$1,\n      "golden": true'),
    );
    const again = {
      skill,
      revision: 2,
      tasks: saved.tasks.map(({ at, prompt, graders, golden }) => ({ from: at, prompt, graders, golden })),
    };
    expect(await saveEffectSuite(context, again)).toMatchObject({ revision: 2, digest: saved.digest });
  });

  it("are not saved over a newer draft, nor over a file that cannot be read, nor in another workspace", async () => {
    const [context, other] = [await aContext(db), await aContext(db)];
    const { skill } = await aTaskSuite(context, someTasks(1));
    const tasks = [{ prompt: "New", graders: [{ kind: "contains" as const, text: "x" }] }];
    await saveEffectSuite(context, { skill, revision: 1, tasks });
    const late = { skill, revision: 1, tasks: [{ prompt: "Late" }] };
    await expect(saveEffectSuite(context, late)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(saveEffectSuite(other, late)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(getEffectSuite(other, { skill })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const change = { op: "write" as const, path, text: '{"evals": [{"prompt": "a", "graders": 7}]}' };
    await changeDraft(context, { skill, baseRevision: 2, changes: [change] });
    const suite = await getEffectSuite(context, { skill });
    expect(suite.readOnlyReason).toContain("“graders” should be a list");
    await expect(saveEffectSuite(context, { skill, revision: 3, tasks: [] })).rejects.toThrow(
      "left as it is",
    );
  });

  it("of a skill without any are an empty list that can be begun", async () => {
    const context = await aContext(db);
    const { skill } = await aTaskSuite(context, []);
    const change = { op: "delete" as const, path };
    await changeDraft(context, { skill, baseRevision: 1, changes: [change] });
    expect(await getEffectSuite(context, { skill })).toMatchObject({
      digest: null,
      tasks: [],
      readOnlyReason: null,
    });
    const tasks = [{ prompt: "First", graders: [{ kind: "contains" as const, text: "x" }] }];
    const saved = await saveEffectSuite(context, { skill, revision: 2, tasks });
    expect(saved.tasks).toMatchObject([{ prompt: "First", runs: true }]);
  });
});
