import { describe, expect, it } from "vitest";
import { findMentions } from "./find-mentions";

const names = new Set(["incident-triage", "log-query", "slack_search"]);
const mentions = (message: string) => findMentions(message, names);

describe("findMentions", () => {
  it("reads a command with what follows as its arguments", () => {
    expect(mentions("/incident-triage EU checkout,\nsince 14:05 ")).toEqual([
      { name: "incident-triage", arguments: "EU checkout,\nsince 14:05", known: true },
    ]);
    expect(mentions("/log-query")).toEqual([{ name: "log-query", arguments: "", known: true }]);
  });

  it("reads mentions anywhere, once each", () => {
    expect(mentions("Ask @log-query, then (@slack_search) and @log-query again.")).toEqual([
      { name: "log-query", arguments: "", known: true },
      { name: "slack_search", arguments: "", known: true },
    ]);
  });

  it("answers a mistyped command, but lets other @words be", () => {
    expect(mentions("/incident-trage now")).toEqual([
      { name: "incident-trage", arguments: "now", known: false },
    ]);
    expect(mentions("mail ines@log-query.example and @nobody")).toEqual([]);
  });

  it("takes no path for a command", () => {
    expect(mentions("/etc/passwd please")).toEqual([]);
    expect(mentions("see /log-query for more")).toEqual([]);
  });
});
