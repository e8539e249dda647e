import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { parseCommand } from "./parse-command";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const pipelines = Array.from(readme.matchAll(/^```yaml\n([\s\S]*?)^```$/gm), ([, text = ""]) => text).filter(
  (text) => text.includes(" eval "),
);

const steps = z.array(
  z.object({ run: z.string().optional(), env: z.record(z.string(), z.string()).optional() }),
);
const workflow = z.object({ jobs: z.object({ proof: z.object({ steps }) }) });
const gitlab = z.object({ proof: z.object({ script: z.array(z.string()) }) });

/** What is typed after the program's address. */
const typedIn = (line: string): string[] => line.replace(/^npx( --\S+)* \S+ /, "").split(" ");

describe("the pipelines of the README", () => {
  it("are documents of both services, whose commands the client understands", () => {
    expect(pipelines).toHaveLength(2);
    const lines = [
      ...workflow.parse(parse(pipelines[0] ?? "")).jobs.proof.steps.flatMap(({ run = "" }) => run),
      ...gitlab.parse(parse(pipelines[1] ?? "")).proof.script,
    ].filter((line) => line.startsWith("npx "));
    expect(lines).toHaveLength(4);
    const parsed = lines.map((line) => parseCommand(typedIn(line)));
    expect(parsed).toMatchObject([
      { kind: "command", typed: { name: "push", paths: ["skills"] } },
      { kind: "command", typed: { name: "eval", paths: ["release-notes"] } },
      { kind: "command", typed: { name: "push", paths: ["skills"] } },
      { kind: "command", typed: { name: "eval", paths: ["release-notes"] } },
    ]);
  });

  it("name no key, and hand it on where it is used", () => {
    const { steps: all } = workflow.parse(parse(pipelines[0] ?? "")).jobs.proof;
    for (const { run, env } of all)
      if (run?.startsWith("npx "))
        expect(Object.keys(env ?? {})).toEqual(["GREENROOM_ADDRESS", "GREENROOM_KEY"]);
    expect(pipelines.join("")).not.toContain("grk_");
  });
});
