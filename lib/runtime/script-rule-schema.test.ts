import { describe, expect, it } from "vitest";
import { agentScriptsSchema, parseAgentScripts } from "./script-rule-schema";

const messagesOf = (value: unknown) =>
  agentScriptsSchema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe("what an agent says of scripts", () => {
  it("is as the workspace says where nothing is said", () => {
    expect(parseAgentScripts({})).toEqual({ mode: "workspace", allow: [] });
  });

  it("lets nothing run where it cannot be read", () => {
    expect(parseAgentScripts({ mode: "always" })).toEqual({ mode: "never", allow: [] });
    expect(parseAgentScripts(null)).toEqual({ mode: "never", allow: [] });
  });

  it("refuses a version that is named twice, and what is no program or host", () => {
    const entry = { skill: "notes", version: 3, scripts: ["*"] };
    expect(messagesOf({ mode: "list", allow: [entry, entry] })).toEqual(["notes v3 is in the list twice."]);
    expect(messagesOf({ mode: "list", allow: [{ ...entry, commands: ["rm -rf"] }] })).toEqual([
      "A command is the name of one program, without arguments.",
    ]);
    expect(messagesOf({ mode: "list", allow: [{ ...entry, hosts: ["https://x/y"] }] })).toEqual([
      "A host is a name such as api.example.com.",
    ]);
    expect(messagesOf({ mode: "list", allow: [{ ...entry, allowed: true }] })).toEqual([
      "Extra inputs are not permitted",
    ]);
  });
});
