import { describe, expect, it } from "vitest";
import { manyActs } from "./act-words";
import { type ActInput, actsOf, emptyInput, missingFor, previewedAct } from "./build-acts";

const with_ = (over: Partial<ActInput>): ActInput => ({ ...emptyInput, ...over });
const agent = "0190a000-0000-7000-8000-00000000000d";

describe("what is still missing", () => {
  it("is nothing for acts that need no choice", () => {
    for (const kind of ["publish", "request-review", "archive", "unarchive"] as const)
      expect(missingFor(kind, emptyInput, 3)).toBeUndefined();
  });

  it.each([
    ["assign", {}, "Choose an agent, or name a new one."],
    ["assign", { newAgent: "  " }, "Choose an agent, or name a new one."],
    ["publish", { alsoAssign: true }, "Choose an agent, or name a new one."],
    ["unassign", { newAgent: "Desk" }, "Choose an agent first."],
    ["label", {}, "Name a label first."],
    ["label", { label: "latest" }, /has a meaning of its own/],
    ["label", { label: "Not So" }, /lower-case letters/],
    ["add-maintainer", {}, "Choose a person first."],
    ["delete", { confirm: "11" }, "Type 12 to confirm."],
  ] as const)("is said of %s with %o", (kind, over, reason) => {
    expect(missingFor(kind, with_(over), 12)).toEqual(
      typeof reason === "string" ? reason : expect.stringMatching(reason),
    );
  });

  it.each([
    ["assign", { newAgent: "Desk" }],
    ["assign", { agents: [agent] }],
    ["publish", { alsoAssign: true, agents: [agent] }],
    ["unassign", { agents: [agent] }],
    ["label", { label: " staging " }],
    ["add-maintainer", { person: agent }],
    ["delete", { confirm: " 12 " }],
  ] as const)("is nothing for %s with %o", (kind, over) => {
    expect(missingFor(kind, with_(over), 12)).toBeUndefined();
  });
});

describe("the acts of a dialog", () => {
  it("publish, and assign after it where agents are chosen", () => {
    expect(actsOf("publish", with_({ note: " First " }), 3)).toEqual([{ kind: "publish", note: "First" }]);
    expect(actsOf("publish", with_({ alsoAssign: true, agents: [agent] }), 3)).toEqual([
      { kind: "publish", note: "" },
      { kind: "assign", agents: [agent], follows: "latest" },
    ]);
    expect(actsOf("publish", with_({ agents: [agent] }), 3)).toHaveLength(1);
  });

  it("follow what was chosen", () => {
    const follows = (value: string) => actsOf("assign", with_({ agents: [agent], follows: value }), 1)[0];
    expect(follows("draft")).toMatchObject({ follows: "draft" });
    expect(follows("label:production")).toMatchObject({ follows: "label", label: "production" });
    expect(follows("latest")).not.toHaveProperty("label");
  });

  it("carry what the others need", () => {
    expect(actsOf("label", with_({ label: " staging " }), 1)).toEqual([
      { kind: "label", label: "staging", version: "latest" },
    ]);
    expect(actsOf("delete", emptyInput, 20)).toEqual([{ kind: "delete", confirm: "20" }]);
    expect(actsOf("unassign", with_({ agents: [agent] }), 1)).toEqual([
      { kind: "unassign", agents: [agent] },
    ]);
    expect(actsOf("add-maintainer", with_({ person: agent }), 1)).toEqual([
      { kind: "add-maintainer", person: agent },
    ]);
    expect(actsOf("request-review", with_({ reviewers: [agent], note: "Look" }), 1)).toEqual([
      { kind: "request-review", note: "Look", reviewers: [agent] },
    ]);
    expect(actsOf("archive", emptyInput, 1)).toEqual([{ kind: "archive" }]);
  });
});

describe("what a preview asks", () => {
  it("is the same while only words for people change", () => {
    expect(previewedAct("publish", with_({ note: "a" }))).toEqual(
      previewedAct("publish", with_({ note: "b" })),
    );
    expect(previewedAct("delete", with_({ confirm: "1" }))).toEqual(previewedAct("delete", emptyInput));
  });

  it("waits for what is not chosen yet, and for an agent that is not made yet", () => {
    const unready = manyActs.filter((kind) => previewedAct(kind, emptyInput) === null);
    expect(unready).toEqual(["assign", "unassign", "label", "add-maintainer"]);
    expect(previewedAct("assign", with_({ newAgent: "Desk" }))).toBeNull();
    expect(previewedAct("assign", with_({ agents: [agent] }))).toMatchObject({ kind: "assign" });
  });
});
