import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { standardDialect as dialect } from "@/lib/dialects/standard";
import { RehearsalModel } from "./adapters/rehearsal-model";
import { findPaths } from "./internal/find-paths";
import { findSection, quote } from "./internal/find-section";

const skills = [
  { name: "incident-triage", description: "Decides how severe a production incident is and who is paged." },
  { name: "release-notes", description: "Writes release notes for customers from merged changes." },
];
const system = dialect.catalogue(skills.map(dialect.catalogueEntry), 0);
const body =
  "# Triage\n\nState the symptom.\n\n## Severity\n\nRead [the matrix](references/matrix.md).\n\n## Postmortem\n\nWrite it down.";
const resources = ["references/matrix.md", "references/owners.md"];
const given = (name: string, text: string, named: string[] = [], typed = "") =>
  dialect.activation({
    name,
    description: "",
    body: text,
    frontmatter: new Map(),
    arguments: typed,
    resources: named,
    unlisted: 0,
  }).text;
const content = given("incident-triage", body, resources);
const matrix = dialect.resource({
  name: "incident-triage",
  path: "references/matrix.md",
  text: "# Matrix\n\nSEV2 for one region.",
  offset: 0,
  totalBytes: 30,
  nextOffset: null,
}).text;

const user = (...texts: string[]): LanguageModelV4Message => ({
  role: "user",
  content: texts.map((text) => ({ type: "text" as const, text })),
});
const called = (
  toolCallId: string,
  toolName: string,
  input: object,
  value: string,
): LanguageModelV4Message[] => [
  { role: "assistant", content: [{ type: "tool-call", toolCallId, toolName, input }] },
  { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output: { type: "text", value } }] },
];
const activated = called("call-1", "activate_skill", { name: "incident-triage" }, content);

const options = (
  messages: LanguageModelV4Message[],
  withSystem = system,
  search = false,
): LanguageModelV4CallOptions => ({
  prompt: [{ role: "system", content: withSystem }, ...messages],
  tools: dialect
    .tools(skills, { presentation: search ? "search" : "inline" })
    .map(({ name, description, inputSchema }) => ({ type: "function", name, description, inputSchema })),
});

/** What Rehearsal does next: its calls, or else its text. */
async function next(...args: Parameters<typeof options>) {
  const { content: parts } = await new RehearsalModel(0).doGenerate(options(...args));
  const calls = parts.flatMap((part) =>
    part.type === "tool-call" ? [[part.toolName, JSON.parse(part.input)]] : [],
  );
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return { calls, text };
}

describe("Rehearsal's choice of a skill", () => {
  it("is the best by search, with its score and the next one's", async () => {
    const { calls, text } = await next([user("How severe is this production incident?")]);
    expect(calls).toEqual([["activate_skill", { name: "incident-triage" }]]);
    expect(text).toMatch(/^Best fit: `incident-triage`, score [\d.]+/);
  });

  it("is none below the floor, and it says so", async () => {
    const { calls, text } = await next([user("Translate this poem, who wrote it?")]);
    expect(calls).toEqual([]);
    expect(text).toMatch(/^No skill fits this message/);
  });

  it("is none when two fit about equally well", async () => {
    const twins = ["left", "right"].map((name) => ({
      name,
      description: "Writes release notes for customers.",
    }));
    const { text } = await next(
      [user("release notes for customers")],
      dialect.catalogue(twins.map(dialect.catalogueEntry), 0),
    );
    expect(text).toMatch(/^Two skills fit about equally well.*`left`.*`right`/);
  });

  it("is asked for again in the next turn, so that de-duplication can be seen", async () => {
    const { calls } = await next([
      user("production incident severe"),
      ...activated,
      user("Is the incident still severe in production?"),
    ]);
    expect(calls).toEqual([["activate_skill", { name: "incident-triage" }]]);
  });

  it("goes by search_skills when nothing is listed", async () => {
    const question = user("How severe is this production incident?");
    const first = await next([question], dialect.searchNotice(2), true);
    expect(first.calls).toEqual([["search_skills", { query: "How severe is this production incident?" }]]);
    const found = skills.map((skill, at) => ({ ...skill, score: 0.7 - at / 2 }));
    const list = dialect.skillList({ entries: found, total: 2, nextCursor: null, query: "q" });
    const second = await next(
      [question, ...called("call-1", "search_skills", { query: "q" }, list)],
      dialect.searchNotice(2),
      true,
    );
    expect(second.calls).toEqual([["activate_skill", { name: "incident-triage" }]]);
  });

  it("is the person's when they named one, and then nothing is activated", async () => {
    const { calls, text } = await next([user("/incident-triage write the postmortem", content)]);
    expect(calls).toEqual([]);
    expect(text).toContain("“Postmortem”");
  });
});

describe("Rehearsal's reading", () => {
  it("reads what the matching section names", async () => {
    const { calls } = await next([user("Which severity has this production incident?"), ...activated]);
    expect(calls).toEqual([
      ["read_skill_resource", { name: "incident-triage", path: "references/matrix.md" }],
    ]);
  });

  it("reads a file that the section names in plain words, once", async () => {
    const plain = body.replace(
      "[the matrix](references/matrix.md)",
      "references/matrix.md, all of MATRIX.md",
    );
    const text = given("incident-triage", plain, resources);
    const loaded = called("call-1", "activate_skill", { name: "incident-triage" }, text);
    const { calls } = await next([user("Which severity has this production incident?"), ...loaded]);
    expect(calls.map(([, input]) => input.path)).toEqual(["references/matrix.md"]);
  });

  it("reads paths exactly as typed, and files named by their name", async () => {
    const { calls } = await next([
      user("Severe production incident: see ../../oncall/rota.yaml and owners.md."),
      ...activated,
    ]);
    expect(calls.map(([, input]) => input.path)).toEqual(["../../oncall/rota.yaml", "references/owners.md"]);
  });

  it("reads for a follow-up that fits no skill from the newest one in the prompt", async () => {
    const { calls } = await next([
      user("incident"),
      ...activated,
      user("Now look into references/owners.md please"),
    ]);
    expect(calls).toEqual([
      ["read_skill_resource", { name: "incident-triage", path: "references/owners.md" }],
    ]);
  });

  it("does not read again what the section names and the prompt holds", async () => {
    const read = called("call-2", "read_skill_resource", { path: "references/matrix.md" }, matrix);
    const note = dialect.alreadyActive?.({ name: "incident-triage", turn: 1 }) ?? "";
    const again = called("call-3", "activate_skill", { name: "incident-triage" }, note);
    const { calls } = await next([
      user("a"),
      ...activated,
      ...read,
      user("Which severity has this production incident?"),
      ...again,
    ]);
    expect(calls).toEqual([]);
  });
});

describe("Rehearsal's answer", () => {
  it("quotes the section and the file it read", async () => {
    const read = called(
      "call-2",
      "read_skill_resource",
      { name: "incident-triage", path: "references/matrix.md" },
      matrix,
    );
    const { text } = await next([
      user("Which severity has this production incident?"),
      ...activated,
      ...read,
    ]);
    expect(text).toContain("From `incident-triage`, “Severity”:\n\n> Read [the matrix]");
    expect(text).toContain("From `references/matrix.md`, “Matrix”:\n\n> SEV2 for one region.");
  });

  it("quotes the skill, not the arguments that stand at its end", async () => {
    const args = "which severity has it";
    const typed = given("incident-triage", body, [], args);
    const { text } = await next([user(`/incident-triage ${args}`, typed)]);
    expect(text).toContain("“Severity”");
    expect(text).not.toContain("ARGUMENTS");
  });

  it("passes on why something was refused", async () => {
    const error = '{"error":"Outside the package: ../x.md"}';
    const read = called("call-2", "read_skill_resource", { name: "incident-triage", path: "../x.md" }, error);
    expect((await next([user("severe production incident ../x.md"), ...activated, ...read])).text).toContain(
      "I could not read `../x.md`: Outside the package: ../x.md.",
    );
    expect((await next([user("/nope", '{"error":"Unknown skill: nope"}')])).text).toBe(
      "Unknown skill: nope.",
    );
  });

  it("says so when the skill holds no text", async () => {
    expect((await next([user("/empty", given("empty", "# Empty"))])).text).toBe(
      "`empty` has no text to go by.",
    );
  });

  it("quotes a script with its lines, whatever marks it holds", async () => {
    const script = "#!/bin/sh\n# Section\nset -e\necho ```\n";
    const place = { name: "incident-triage", path: "scripts/page.sh" };
    const given = dialect.resource({ ...place, text: script, offset: 0, totalBytes: 40, nextOffset: null });
    const { text } = await next([
      user("Read scripts/page.sh"),
      ...called("call-1", "read_skill_resource", place, given.text),
    ]);
    expect(text).toBe(
      "From `scripts/page.sh`:\n\n> ````\n> #!/bin/sh\n> # Section\n> set -e\n> echo ```\n> ````",
    );
  });

  it("says so when it was given nothing", async () => {
    expect((await next([user("Hello")], "You are brief.")).text).toMatch(/^No skill fits|^There is nothing/);
  });

  it("is the same for the same prompt", async () => {
    const ask = () => new RehearsalModel(0).doGenerate(options([user("severe production incident")]));
    expect(await ask()).toEqual(await ask());
  });
});

describe("the stream", () => {
  const collect = async (signal?: AbortSignal, delayMs = 0) => {
    const { stream } = await new RehearsalModel(delayMs).doStream({
      ...options([user("Translate this poem")]),
      ...(signal ? { abortSignal: signal } : {}),
    });
    const parts: LanguageModelV4StreamPart[] = [];
    for await (const part of stream) parts.push(part);
    return parts;
  };

  it("carries the same text in small pieces", async () => {
    const pieces = (await collect()).flatMap((part) => (part.type === "text-delta" ? [part.delta] : []));
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.join("")).toBe((await next([user("Translate this poem")])).text);
  });

  it("ends with an error when it is aborted between two pieces", async () => {
    await expect(collect(AbortSignal.timeout(15), 10)).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

describe("findPaths", () => {
  it.each([
    ["check ../../oncall/rota.yaml for who is up", ["../../oncall/rota.yaml"]],
    ["read `references/a.md`, then (scripts/b.sh).", ["references/a.md", "scripts/b.sh"]],
    [
      "/etc/passwd and ~/.ssh/id_rsa and C:\\x\\y.txt and a\\..\\b",
      ["/etc/passwd", "~/.ssh/id_rsa", "C:\\x\\y.txt", "a\\..\\b"],
    ],
    ["skill://triage/a.md", ["skill://triage/a.md"]],
    ["https://example.com/a.md is 24/7, either/or, TCP/IP, e.g. v1.2", []],
  ])("%s", (message, paths) => {
    expect(findPaths(message)).toEqual(paths);
  });
});

describe("findSection and quote", () => {
  it("does not take headings inside code for headings", () => {
    const text = "# One\n\n```sh\n# not a heading rotate\n```\n\n# Two\n\nOther.";
    expect(findSection(text, "rotate", "x").title).toBe("One");
    expect(findSection("", "rotate", "x")).toEqual({ title: "", text: "" });
  });

  it("cuts long texts and closes an open code fence", () => {
    const long = ["```", ...Array.from({ length: 30 }, (_, index) => `line ${index}`)].join("\n");
    expect(quote(long).split("\n").slice(-2)).toEqual(["> …", "> ```"]);
    expect(quote("x".repeat(5_000)).length).toBeLessThan(900);
  });
});
