import { afterEach, describe, expect, it, vi } from "vitest";
import type { BatchItem } from "@/lib/batches/schema";
import { batchServer } from "@/lib/testing/browser/batch-server";
import { actTitle, verbWithCount } from "./act-words";
import { newRun, type RunRow } from "./batch-run";
import { type ActInput, emptyInput } from "./build-acts";
import { mendLink } from "./mend-link";
import { namesToDo, previewRows, senderOf } from "./plan-job";
import { reportText } from "./report-text";
import { splitRunRows } from "./split-run-rows";
import { takesBack } from "./take-back";

const row = (name: string, over: Partial<RunRow> = {}): RunRow => ({
  name,
  outcome: "done",
  summary: "Publishes version 1",
  problem: null,
  undo: [],
  ...over,
});
const problem = (code: string, details: Record<string, unknown> = {}) => ({ code, message: "No.", details });
const refused = (name: string, code = "CONFLICT") =>
  row(name, { outcome: "refused", summary: "No.", problem: problem(code) });
const item = (name: string, outcome: BatchItem["outcome"]): BatchItem => ({
  skill: { name, revision: 3 },
  outcome,
  summary: "",
});
const agents: Partial<ActInput> = { agents: ["desk"] };
const input = (over: Partial<ActInput> = {}): ActInput => ({ ...emptyInput, ...over });

afterEach(() => vi.unstubAllGlobals());

describe("the skills that an act is begun for", () => {
  const rows = [row("a"), row("b", { outcome: "unchanged" }), refused("c")];

  it("are those that it changes", () => {
    expect(namesToDo("archive", input(), rows)).toEqual(["a"]);
    expect(namesToDo("publish", input(), rows)).toEqual(["a"]);
    expect(namesToDo("assign", input(agents), rows)).toEqual(["a"]);
  });

  it("are also those that only go on to an agent", () => {
    expect(namesToDo("publish", input({ ...agents, alsoAssign: true }), rows)).toEqual(["a", "b"]);
    expect(namesToDo("assign", input({ ...agents, newAgent: "Desk" }), rows)).toEqual(["a", "b"]);
  });
});

describe("what a preview shows", () => {
  it("is what the server says, or what a new agent would get", () => {
    const known = { names: ["a"], items: [item("a", "unchanged")] };
    expect(previewRows("archive", input(), known)).toMatchObject([{ name: "a", outcome: "unchanged" }]);
    const unknown = { names: ["a", "b"], items: null };
    expect(previewRows("assign", input({ newAgent: "Desk" }), unknown)).toMatchObject([
      { name: "a", outcome: "done", summary: "Assigns it to Desk, which is made now" },
      { name: "b" },
    ]);
    expect(previewRows("assign", input(), unknown)).toBeNull();
    expect(previewRows("assign", input(), undefined)).toBeNull();
  });
});

describe("sending a chunk", () => {
  const send = (kind: "publish" | "delete" | "archive", server: ReturnType<typeof batchServer>) => {
    vi.stubGlobal("fetch", server.fetch);
    const items = [item("a", "done"), item("b", "done")];
    return senderOf("meridian", { kind, input: input(), items });
  };

  it("names the revisions that were looked at when it publishes, and only those of the chunk", async () => {
    const server = batchServer();
    await send("publish", server)(["b"], false);
    expect(server.asked).toMatchObject([{ names: ["b"], preview: false, seen: { b: 3 } }]);
    await send("archive", server)(["b"], false);
    expect(server.asked.at(-1)?.seen).toBeUndefined();
  });

  it("takes a skill that is gone for deleted, but only when it asked before", async () => {
    const gone = batchServer({
      outcome: () => ({ outcome: "refused", summary: "No.", problem: problem("NOT_FOUND") }),
    });
    expect(await send("delete", gone)(["a"], false)).toMatchObject([{ outcome: "refused" }]);
    expect(await send("delete", gone)(["a"], true)).toMatchObject([{ outcome: "done" }]);
  });

  it("takes back with the acts that were answered", async () => {
    const server = batchServer();
    vi.stubGlobal("fetch", server.fetch);
    const rows = [row("a", { undo: [{ kind: "archive" }] }), refused("b")];
    expect(await takesBack("meridian", rows)(["a"], false)).toMatchObject([{ name: "a", outcome: "done" }]);
    expect(server.undone).toEqual([{ skill: "a", undo: [{ kind: "archive" }] }]);
  });
});

describe("where a refusal is mended", () => {
  it.each([
    ["publish", problem("CONFLICT"), "/w/meridian/skills/a?do=publish"],
    ["publish", problem("FORBIDDEN"), "/w/meridian/skills/a"],
    ["request-review", problem("CONFLICT", { review: 4 }), "/w/meridian/reviews/4"],
    ["archive", problem("CONFLICT"), "/w/meridian/skills/a"],
  ] as const)("of %s for %o", (kind, why, href) => {
    expect(mendLink("meridian", kind, { name: "a", problem: why })?.href).toBe(href);
  });

  it("is nowhere for a skill that is gone or was not refused", () => {
    expect(mendLink("meridian", "publish", refused("a", "NOT_FOUND"))).toBeNull();
    expect(mendLink("meridian", "publish", row("a"))).toBeNull();
  });
});

describe("the words about it", () => {
  it("name the act and the number", () => {
    expect(actTitle("publish", 12)).toBe("Publish 12 skills");
    expect(actTitle("request-review", 1)).toBe("Ask for review of 1 skill");
    expect(actTitle("add-maintainer", 2)).toBe("Add a co-maintainer to 2 skills");
    expect(verbWithCount("Publish", 1204)).toBe("Publish 1,204");
    expect(verbWithCount("Publish", null)).toBe("Publish");
  });

  it("report every skill, and those that were not reached", () => {
    const rows = [row("a"), refused("b"), row("c", { outcome: "unchanged", summary: "Is so already" })];
    expect(reportText("publish", { ...newRun(["d"]), rows })).toBe(
      [
        "Publish: 1 skill published, 1 refused, 1 published already",
        "",
        "Refused:",
        "- b: No.",
        "",
        "Done:",
        "- a: Publishes version 1",
        "",
        "Unchanged:",
        "- c: Is so already",
        "",
        "Not reached:",
        "- d",
        "",
      ].join("\n"),
    );
  });

  it("tell what is dealt with from what is left", () => {
    const rows = [row("a"), refused("b"), row("c", { outcome: "unchanged" })];
    expect(splitRunRows({ ...newRun([]), rows })).toEqual({ done: ["a", "c"], left: ["b"] });
  });
});
