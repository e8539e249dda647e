import { describe, expect, it } from "vitest";
import { aStoredTask } from "../fixtures/effect-shapes";
import { newGrader } from "./grader-rows";
import {
  isSameTasks,
  newTask,
  rebaseTasks,
  stopsSaving,
  taskProblems,
  toSavedTask,
  toTaskRows,
} from "./task-rows";

const stored = [aStoredTask(0, { note: "Why", expectations: ["Short."] }), aStoredTask(1)];

describe("tasks as they are edited", () => {
  it("are saved as they were read, each from its place in the file", () => {
    const rows = toTaskRows(stored);
    expect(isSameTasks(rows, stored)).toBe(true);
    expect(rows.map(toSavedTask)).toMatchObject([
      { from: 0, prompt: "Task 1", note: "Why", expectations: ["Short."], graders: [{ kind: "contains" }] },
      { from: 1, prompt: "Task 2", note: null },
    ]);
  });

  it("are other tasks once anything is typed, moved, added or gone", () => {
    const [first, second] = toTaskRows(stored);
    if (!first || !second) throw new Error("There are two.");
    expect(isSameTasks([{ ...first, golden: true }, second], stored)).toBe(false);
    expect(isSameTasks([second, first], stored)).toBe(false);
    expect(isSameTasks([first], stored)).toBe(false);
    expect(isSameTasks([first, { ...second, graders: [newGrader()] }], stored)).toBe(false);
  });

  it("leave out blank expectations and notes", () => {
    expect(toSavedTask(newTask({ prompt: "Ask", expectations: ["", " "], note: " " }))).toMatchObject({
      expectations: [],
      note: null,
      from: null,
    });
  });

  it("say what each lacks; the same task twice may be saved", () => {
    const same = newTask({ prompt: "Ask" });
    const rows = [
      newTask(),
      newTask({ prompt: "Broken", graders: [newGrader("regex")] }),
      same,
      newTask({ prompt: " Ask " }),
    ];
    expect([...taskProblems(rows).values()]).toEqual([
      "Write what the agent is asked to do.",
      "Grader 1: Write the pattern.",
      "The same as task 3: it is tried once.",
    ]);
    expect([stopsSaving(rows), stopsSaving(rows.slice(2))]).toEqual([true, false]);
  });
});

describe("tasks put onto what somebody else saved", () => {
  it("keeps what was changed on either side, and removes what either removed", () => {
    const [first, second] = toTaskRows(stored);
    if (!first || !second) throw new Error("There are two.");
    const mine = [{ ...first, golden: true }, newTask({ prompt: "Mine" })];
    const theirs = [aStoredTask(0), aStoredTask(1), aStoredTask(2, { id: "t9", prompt: "Theirs" })];
    const rebased = rebaseTasks(stored, mine, theirs);
    expect(rebased.map(({ prompt, golden, from }) => [prompt, golden, from])).toEqual([
      ["Task 1", true, 0],
      ["Theirs", false, 2],
      ["Mine", false, null],
    ]);
  });

  it("adds a task that was changed here and is gone there, and drops one that was not", () => {
    const [first, second] = toTaskRows(stored);
    if (!first || !second) throw new Error("There are two.");
    const rebased = rebaseTasks(stored, [{ ...first, prompt: "Task 1", note: "New" }, second], []);
    expect(rebased.map(({ prompt, id, from }) => [prompt, id, from])).toEqual([["Task 1", null, null]]);
  });
});
