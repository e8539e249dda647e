import { describe, expect, it } from "vitest";
import { dialects } from "@/lib/dialects/find-dialect";
import { presentOverMcp } from "./present-over-mcp";

describe("the tools over MCP", () => {
  it.each<[string, string, string, string]>([
    ["standard", "inline", "standard", "inline"],
    ["standard", "search", "standard", "search"],
    ["standard", "eager", "standard", "auto"],
    ["standard", "router", "standard", "auto"],
    ["lightspeed", "router", "lightspeed", "inline"],
    ["claude-code", "inline", "claude-code", "inline"],
    ["orion", "eager", "standard", "auto"],
    ["linx", "eager", "standard", "auto"],
    ["gone-since", "inline", "standard", "auto"],
  ])("of %s, %s, are those of %s, %s", (dialect, mode, expected, expectedMode) => {
    expect(presentOverMcp({ dialect, mode })).toEqual({ dialect: expected, mode: expectedMode });
  });

  it("are there for every dialect: one of them loads a skill", () => {
    for (const { id, modes } of dialects)
      for (const mode of modes) {
        const told = presentOverMcp({ dialect: id, mode });
        const dialect = dialects.find((each) => each.id === told.dialect);
        const tools = dialect?.tools([{ name: "notes", description: "N" }], { presentation: "inline" }) ?? [];
        expect([id, mode, tools.length > 0]).toEqual([id, mode, true]);
        expect(["eager", "router"]).not.toContain(told.mode);
      }
  });
});
