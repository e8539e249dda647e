import { describe, expect, it } from "vitest";
import { type Invocation, usualInvocation } from "@/lib/skills/invocation";
import { catalogueTextTitle, modeName, promptTokensTitle, sayAssignment, tokensOf } from "./agent-words";

const row = (follows: "latest" | "draft", allowed: Partial<Invocation> = {}) => ({
  enabled: true,
  archived: false,
  follows,
  description: "Deploys.",
  resolved: {
    kind: "draft" as const,
    revision: 1,
    digest: "",
    description: "Deploys.",
    metadataTokens: 40,
    instructionTokens: 300,
    resourceTokens: 0,
    ...usualInvocation,
    ...allowed,
  },
});

describe("what a skill adds to the prompt", () => {
  it("is its instructions too where the mode puts them there, and is called so", () => {
    expect(tokensOf(row("latest"), "eager")).toBe(340);
    expect(tokensOf(row("latest"), "preload")).toBe(340);
    expect(tokensOf(row("latest"), "router")).toBe(40);
    expect(promptTokensTitle("eager")).toBe(
      "Tokens of its catalogue entry and its instructions, an estimate",
    );
    expect(promptTokensTitle("auto")).toBe("Tokens of its catalogue entry, an estimate");
  });

  it("is nothing of one that is switched off", () => {
    expect(tokensOf({ ...row("latest"), enabled: false }, "eager")).toBe(0);
  });
});

describe("a skill that its author keeps from the model", () => {
  it("says so in the place of its description, and adds nothing to the catalogue", () => {
    const hidden = row("latest", { modelInvocable: false });
    expect(sayAssignment(hidden).text).toBe("Not told to the model: only a person may activate it.");
    expect(tokensOf(hidden, "inline")).toBe(0);
    expect(tokensOf(hidden, "eager")).toBe(0);
    expect(tokensOf(row("latest"), "inline")).toBe(40);
  });

  it("says when nobody may activate it at all", () => {
    const nobody = row("latest", { modelInvocable: false, userInvocable: false });
    expect(sayAssignment(nobody).text).toContain("no person may activate it either");
  });

  it("still says that a draft is never delivered", () => {
    const { text } = sayAssignment(row("draft", { modelInvocable: false }));
    expect(text).toMatch(/^Not told to the model.*never delivered/);
  });
});

describe("a mode", () => {
  it("says what it is in a word or two, and one of a later release by its name", () => {
    expect(modeName("preload")).toBe("preload: chosen first, with instructions");
    expect(modeName("of-later")).toBe("of-later");
  });

  it("says that its text comes before a router's choice, where one chooses", () => {
    expect(["inline", "router", "preload"].map(catalogueTextTitle)).toEqual([
      "Exact catalogue text",
      "Catalogue text, before the router chooses",
      "Catalogue text, before the router chooses",
    ]);
  });
});
