import { expect, it } from "vitest";
import { findDialect } from "@/lib/dialects/find-dialect";
import { standardDialect } from "@/lib/dialects/standard";
import { splitSharedTools } from "./split-shared-tools";

const tools = ["read", "exec_command", "page_owner"].map((name) => ({
  name,
  description: "",
  inputSchema: { type: "object" },
}));
const split = (id: string, hasSkills = true) => {
  const { offered, shared } = splitSharedTools(tools, findDialect(id) ?? standardDialect, hasSkills);
  return [offered.map(({ name }) => name), shared];
};

it("leaves to the host what it offers itself, by its own letters", () => {
  expect(split("codex")).toEqual([["read", "page_owner"], ["exec_command"]]);
  expect(split("claude-code")).toEqual([["exec_command", "page_owner"], ["Read"]]);
});

it("leaves the agent's tools alone where the host has none of these names, or no skill to offer tools for", () => {
  expect(split("standard")).toEqual([["read", "exec_command", "page_owner"], []]);
  expect(split("codex", false)).toEqual([["read", "exec_command", "page_owner"], []]);
});
