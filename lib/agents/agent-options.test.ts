import { describe, expect, it } from "vitest";
import { dialects } from "@/lib/dialects/find-dialect";
import { catalogueModes } from "@/lib/runtime/catalogue-modes";
import { agentDialects, whyNotPresented, withMode } from "./agent-options";

describe("what an agent may be set to", () => {
  it("is every dialect there is, and every mode that one of them presents", () => {
    expect(agentDialects).toEqual(dialects.map(({ id }) => id));
    expect(new Set(dialects.flatMap(({ modes }) => modes))).toEqual(new Set(catalogueModes));
  });

  it("is a mode that its dialect presents, or the answer says which there are", () => {
    for (const { id, modes } of dialects)
      for (const mode of catalogueModes)
        expect(whyNotPresented({ dialect: id, mode }) === null).toBe(modes.includes(mode));
    expect(whyNotPresented({ dialect: "orion", mode: "inline" })).toBe(
      "The orion dialect has no inline mode; it has eager.",
    );
    expect(whyNotPresented({ dialect: "klingon", mode: "inline" })).toContain("none in this release");
  });

  it("keeps the mode when the dialect changes, if it can", () => {
    const standard = (mode: string) => ({ dialect: "standard", mode });
    expect(withMode("lightspeed", standard("router"))).toEqual({ dialect: "lightspeed", mode: "router" });
    expect(withMode("orion", standard("search"))).toEqual({ dialect: "orion", mode: "eager" });
  });

  it("does not keep a mode that nobody chose: back from Orion, skills are listed again", () => {
    expect(withMode("standard", { dialect: "orion", mode: "eager" }).mode).toBe("inline");
    expect(withMode("standard", { dialect: "standard", mode: "eager" }).mode).toBe("eager");
  });
});
