import { describe, expect, it } from "vitest";
import type { ToolQuestion } from "@/lib/runtime/ports";
import { anId, aSkillRef, SessionLog } from "@/lib/testing/sessions/session-log";
import { planScript } from "./plan-script";
import { scriptFiles } from "./script-files";

const triage = aSkillRef();
const other = aSkillRef({ skillId: anId(11), name: "rollback" });
const packages: Record<string, Record<string, string>> = {
  "incident-triage": { "SKILL.md": "x", "scripts/page-owner.py": "print(1)", ".env": "TOKEN=1" },
  rollback: { "SKILL.md": "y", "run.rb": "puts 1" },
};
const source = {
  listFiles: async ({ name }: { name: string }) =>
    Object.entries(packages[name] ?? {}).map(([path, text]) => ({ path, size: text.length })),
  readFile: async ({ name }: { name: string }, path: string) =>
    new TextEncoder().encode(packages[name]?.[path] ?? ""),
  isInLibrary: async () => false,
};

const started = () => {
  const log = new SessionLog();
  log.add("run-started");
  return log;
};

const ask = (question: Partial<ToolQuestion> & { input?: unknown; toolName?: string }) => {
  const { input = {}, toolName = "run_skill_script", skill = null, path = null, tool = toolName } = question;
  return {
    call: { id: "c", toolName, input, step: 1 },
    definition: { name: toolName, description: "", inputSchema: {} },
    skill,
    tool,
    path,
  };
};
const plan = (question: ReturnType<typeof ask>, { events } = started()) =>
  planScript(question, { source, offered: [triage, other], events });

describe("planScript", () => {
  it("finds a script at its path, and in scripts/", async () => {
    for (const path of ["scripts/page-owner.py", "page-owner.py"])
      expect(await plan(ask({ skill: triage, path }))).toMatchObject({
        call: { command: "python3 /skills/incident-triage/scripts/page-owner.py" },
        skills: [triage],
      });
  });

  it("finds the script that a tool of skillkit is named after", async () => {
    const planned = await plan(
      ask({ skill: triage, toolName: "incident-triage__page-owner", input: { arguments: {} } }),
    );
    expect(planned?.call).toMatchObject({
      command: "python3 /skills/incident-triage/scripts/page-owner.py",
      stdin: "{}",
    });
    expect(await plan(ask({ skill: triage, toolName: "incident-triage__absent" }))).toBeNull();
    expect(await plan(ask({ skill: triage, toolName: "another-tool" }))).toBeNull();
  });

  it("runs nothing that is not there, secret, in another language, or another tool's", async () => {
    expect(await plan(ask({ skill: triage, path: "absent.py" }))).toBeNull();
    expect(await plan(ask({ skill: triage, path: ".env" }))).toBeNull();
    expect(await plan(ask({ skill: other, path: "run.rb" }))).toBeNull();
    expect(await plan(ask({ toolName: "look_up" }))).toBeNull();
  });

  it("gives a command the packages that it names, and those that are active", async () => {
    const command = { toolName: "Bash", input: { command: "python3 skill://rollback/run.py" } };
    expect((await plan(ask(command)))?.skills).toEqual([other]);
    const active = started();
    active.add("skill-activated");
    expect((await plan(ask(command), active))?.skills).toEqual([triage, other]);
  });
});

describe("scriptFiles", () => {
  const setup = { source, events: started().events, mostBytes: 1_000 };
  const planned = { call: { command: "x", stdin: null, folder: "/work" }, skills: [triage] };

  it("gives packages without what may hold secrets, and code of the model's", async () => {
    const code = { path: "/work/code.py", text: "print(2)" };
    const files = await scriptFiles({ ...planned, call: { ...planned.call, code } }, setup);
    expect(files?.files.map(({ path }) => path)).toEqual([
      "/skills/incident-triage/SKILL.md",
      "/skills/incident-triage/scripts/page-owner.py",
      "/work/code.py",
    ]);
  });

  it("withholds what models may not read", async () => {
    const whyWithheld = async (_: unknown, path: string) => (path === "SKILL.md" ? "a secret" : null);
    const files = await scriptFiles(planned, { ...setup, source: { ...source, whyWithheld } });
    expect(files?.files.map(({ path }) => path)).toEqual(["/skills/incident-triage/scripts/page-owner.py"]);
  });

  it("gives what earlier scripts made", async () => {
    const log = started();
    log.add("script-ran", {
      made: [
        { path: "/work/a.txt", bytes: 1, mediaType: "text/plain", base64: "YQ==" },
        { path: "/work/large", bytes: 9e9, mediaType: "application/octet-stream", base64: null },
      ],
    });
    const files = await scriptFiles({ ...planned, skills: [] }, { ...setup, events: log.events });
    expect(files).toEqual({
      files: [{ path: "/work/a.txt", bytes: new TextEncoder().encode("a") }],
      rewritten: [],
    });
  });

  it("names what earlier scripts put in the place of a package's files, and code that they put beside them", async () => {
    const log = started();
    const folder = "/skills/incident-triage";
    const made = (path: string) => ({ path, bytes: 1, mediaType: "text/plain", base64: "YQ==" });
    log.add("script-ran", {
      made: [made(`${folder}/SKILL.md`), made(`${folder}/scripts/json.py`), made(`${folder}/out.csv`)],
    });
    const files = await scriptFiles(planned, { ...setup, events: log.events });
    expect(files?.rewritten).toEqual([`${folder}/SKILL.md`, `${folder}/scripts/json.py`]);
  });

  it("is null for more than may be given", async () => {
    expect(await scriptFiles(planned, { ...setup, mostBytes: 3 })).toBeNull();
  });
});
