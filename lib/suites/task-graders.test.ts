import { describe, expect, it } from "vitest";
import { graderKinds } from "@/lib/verdicts/grader-schema";
import { findTaskProblems, runnableTasks } from "./find-task-problems";
import { readSuite } from "./read-suite";
import { writeTaskSuite } from "./write-task-suite";

const path = "evals/evals.json";
const skill = "triage";
const read = (text: string) => readSuite({ path, text, skill });
const ofTasks = (...tasks: unknown[]) => JSON.stringify({ skill_name: skill, evals: tasks }, null, 2);
const withGraders = (...graders: unknown[]) => ofTasks({ prompt: "Help", graders });

const problems = async (text: string) => {
  const { tasks, findings } = read(text);
  const known = { knownSkills: [skill, "deploy"], knownFiles: ["evals/files/a.csv"] };
  return [...findings, ...(await findTaskProblems(tasks, { path, text, skill, ...known }))];
};

const one = {
  contains: { kind: "contains", text: "SEV2", ignoreCase: true },
  "not-contains": { kind: "not-contains", text: "SEV1" },
  regex: { kind: "regex", pattern: "SEV[12]", flags: "i" },
  "not-regex": { kind: "not-regex", pattern: "SEV[34]" },
  "json-schema": { kind: "json-schema", schema: { type: "object", required: ["severity"] } },
  "file-exists": { kind: "file-exists", path: "out/a.md" },
  "file-equals": { kind: "file-equals", path: "out/a.md", text: "x" },
  "tool-called": { kind: "tool-called", tool: "page", with: { who: "ines" } },
  "tool-not-called": { kind: "tool-not-called", tool: "mail" },
  activated: { kind: "activated", skill: "deploy" },
  "not-activated": { kind: "not-activated", skill: "deploy" },
  read: { kind: "read", skill: "deploy", path: "references/a.md" },
  "tokens-at-most": { kind: "tokens-at-most", tokens: 5_000 },
  judge: { kind: "judge", criterion: "Names the owner." },
} as const satisfies Record<(typeof graderKinds)[number], object>;

describe("graders of a task", () => {
  it.each(graderKinds)("of the kind %s are read as they are written", (kind) => {
    const { tasks, findings } = read(withGraders(one[kind]));
    expect(tasks[0]?.graders.map(({ grader }) => grader)).toEqual([one[kind]]);
    expect(findings).toEqual([]);
  });

  it("stand beside the golden mark and a note", () => {
    const { tasks } = read(
      ofTasks({ prompt: "Help", golden: true, note: "Ines asked", graders: [one.regex] }),
    );
    expect(tasks[0]).toMatchObject({ golden: true, note: "Ines asked" });
    expect(read(ofTasks({ prompt: "Help" })).tasks[0]).toMatchObject({
      golden: false,
      note: null,
      graders: [],
    });
  });

  it.each<[string, unknown, string, number]>([
    ["is of no known kind", { kind: "matches", text: "a" }, "bad-grader", 8],
    ["lacks what it needs", { kind: "contains" }, "bad-grader", 7],
    ["has more than it needs", { kind: "activated", skill: "deploy", path: "a" }, "bad-grader", 7],
    ["is of a wrong type", { kind: "tokens-at-most", tokens: "many" }, "bad-grader", 9],
    ["is none", "contains RIGHT", "bad-grader", 7],
  ])("that %s stop the file from being changed, and are told by line", (_, grader, rule, line) => {
    const text = withGraders(grader);
    const { tasks, findings } = read(text);
    expect(findings).toMatchObject([{ rule, severity: "error", line }]);
    expect(tasks[0]?.graders).toEqual([]);
    expect(writeTaskSuite({ path, text, skill }, []).ok).toBe(false);
  });

  it("are told where they are no list, or the golden mark is no truth", () => {
    const { findings } = read(ofTasks({ prompt: "Help", golden: "yes", graders: {} }));
    expect(findings.map(({ rule, line }) => [rule, line])).toEqual([
      ["wrong-type", 6],
      ["wrong-type", 7],
    ]);
  });
});

describe("findTaskProblems", () => {
  const rules = async (text: string) => (await problems(text)).map(({ rule, line }) => `${rule} ${line}`);

  it.each<[string, string, string[]]>([
    ["is decided by something", withGraders(one.contains), []],
    ["says nothing of a good answer", ofTasks({ prompt: "Help" }), ["enforces-nothing 5"]],
    ["has only sentences", ofTasks({ prompt: "Help", assertions: ["Names it"] }), ["needs-judge 5"]],
    ["has only a judge", withGraders(one.judge), ["needs-judge 5"]],
    [
      "has a grader that anything passes",
      withGraders({ kind: "contains", text: "" }),
      ["enforces-nothing 5", "idle-grader 7"],
    ],
    ["only forbids", withGraders(one["not-contains"]), ["idle-grader 5"]],
    [
      "has a pattern that cannot be used",
      withGraders({ kind: "regex", pattern: "a(?=b)" }),
      ["enforces-nothing 5", "bad-pattern 7"],
    ],
    [
      "has a schema that cannot be used",
      withGraders({ kind: "json-schema", schema: { tpye: "object" } }),
      ["enforces-nothing 5", "bad-schema 7"],
    ],
    [
      "has a schema that takes anything",
      withGraders({ kind: "json-schema", schema: {} }),
      ["enforces-nothing 5", "idle-grader 7"],
    ],
    [
      "asks for a file that nobody sees",
      withGraders(one["file-exists"]),
      ["enforces-nothing 5", "idle-grader 7"],
    ],
    [
      "names a skill that is not here",
      withGraders({ kind: "activated", skill: "deplyo" }),
      ["unknown-skill 7"],
    ],
    ["asks for the skill itself", withGraders({ kind: "activated", skill }), ["idle-grader 7"]],
    [
      "begins with a file that is not there",
      ofTasks({ prompt: "Help", files: ["b.csv", "evals/files/a.csv"], graders: [one.contains] }),
      ["file-missing 5"],
    ],
  ])("of a task that %s", async (_, text, expected) => {
    expect(await rules(text)).toEqual(expected);
  });

  it("says in words why a task is not tried, or only where there is a judge", async () => {
    const [finding] = await problems(ofTasks({ prompt: "Help" }));
    expect(finding?.message).toContain("enforces nothing, and is not tried");
    expect(finding?.remedy).toContain("an empty answer fails");
    const [sentences] = await problems(ofTasks({ prompt: "Help", assertions: ["Names it"] }));
    expect(sentences).toMatchObject({
      severity: "info",
      message: expect.stringContaining("Only a judge could say"),
    });
    const [judged] = await problems(withGraders(one.judge));
    expect(judged?.message).toContain("Only a judge decides this task");
  });
});

it("tries only tasks that can be passed and failed, each once", async () => {
  const text = ofTasks(
    { prompt: "a", graders: [one.contains] },
    { prompt: "a", graders: [one.regex] },
    { prompt: " ", graders: [one.contains] },
    { prompt: "b", graders: [one.judge] },
    { prompt: "c", graders: [one["not-contains"]] },
    { prompt: "d", graders: [{ kind: "contains", text: "" }] },
    { prompt: "e", graders: [one["json-schema"], one["file-exists"]] },
    { prompt: "f\u0000", graders: [one.contains] },
  );
  const tasks = await runnableTasks(read(text).tasks);
  expect(tasks.map(({ prompt }) => prompt)).toEqual(["a", "c", "e"]);
  const judged = await runnableTasks(read(text).tasks, { isJudged: true });
  expect(judged.map(({ prompt }) => prompt)).toEqual(["a", "b", "c", "e"]);
});

describe("writeTaskSuite", () => {
  const text = `{
  "evals": [
    {"id": 1, "prompt": "a", "weight": 2, "graders": [ {"kind":"contains","text":"x"} ]},
    {"id": 2, "prompt": "b", "golden": true, "note": "n", "files": ["f.csv"]}
  ]
}
`;
  const write = (wanted: Parameters<typeof writeTaskSuite>[1]) => {
    const written = writeTaskSuite({ path, text, skill }, wanted);
    return written.ok ? written.value : written.error.map(({ rule }) => rule).join();
  };
  const plain = { expectedOutput: "", expectations: [] };
  const a = { ...plain, prompt: "a", graders: [{ kind: "contains" as const, text: "x" }] };
  const b = { ...plain, prompt: "b", golden: true, note: "n", files: ["f.csv"] };

  it("keeps every byte where graders, marks and files are the same, or nothing is said of them", () => {
    expect(
      write([
        { ...a, golden: false, note: null, files: [] },
        { ...b, graders: [] },
      ]),
    ).toBe(text);
    expect(
      write([
        { ...plain, prompt: "a" },
        { ...plain, prompt: "b" },
      ]),
    ).toBe(text);
  });

  it("changes only the task that changed, and keeps what others wrote into it", () => {
    const graders = [...a.graders, { kind: "not-contains" as const, text: "y" }];
    expect(write([{ ...a, from: 0, prompt: "A", graders, golden: true }, b])).toBe(
      text.replace(
        '"prompt": "a", "weight": 2, "graders": [ {"kind":"contains","text":"x"} ]',
        '"prompt": "A", "weight": 2, "graders": [ {"kind":"contains","text":"x"}, {"kind":"not-contains","text":"y"} ], "golden": true',
      ),
    );
  });

  it("keeps the bytes of the sentences and graders that stay, whatever comes, goes or moves beside them", () => {
    const kept = '{"id":"k", "text":"says",  "weight":2}';
    const grader = '{ "kind":"contains",  "text":"x" }';
    const lists = (assertions: string, graders: string) =>
      `{"evals":[{"prompt":"p", "assertions":[${assertions}], "graders":[${graders}]}]}`;
    const edit = (expectations: string[], graders: typeof a.graders) => {
      const task = { from: 0, prompt: "p", expectedOutput: "", expectations, graders };
      const written = writeTaskSuite({ path, text: lists(`${kept}, "b"`, grader), skill }, [task]);
      return written.ok ? written.value : written.error;
    };
    const [x] = a.graders;
    const y = { kind: "contains" as const, text: "y" };
    expect(edit(["c", "says"], [y, ...a.graders])).toBe(
      lists(`"c", ${kept}`, `{"kind":"contains","text":"y"}, ${grader}`),
    );
    expect(edit(["says", "b"], x ? [x] : [])).toBe(lists(`${kept}, "b"`, grader));
  });

  it("writes both spellings that say the same", () => {
    const text = '{"evals":[{"prompt":"p","query":"p","expected_output":"x","expectedOutput":"x"}]}';
    const written = writeTaskSuite({ path, text, skill }, [
      { from: 0, prompt: "q", expectedOutput: "y", expectations: [] },
    ]);
    expect(written).toMatchObject({
      ok: true,
      value: '{"evals":[{"prompt":"q","query":"q","expected_output":"y","expectedOutput":"y"}]}',
    });
  });

  it("takes away what is not to be there any more", () => {
    expect(
      write([
        { ...a, graders: [] },
        { ...b, golden: false, note: "", files: [] },
      ]),
    ).toBe(`{
  "evals": [
    {"id": 1, "prompt": "a", "weight": 2},
    {"id": 2, "prompt": "b"}
  ]
}
`);
  });

  it("writes a new task whole", () => {
    const written = writeTaskSuite({ path, text: null, skill }, [
      { ...a, golden: true, note: "n", files: ["f"] },
    ]);
    expect(written.ok && JSON.parse(written.value)).toEqual({
      skill_name: skill,
      evals: [
        {
          id: 1,
          prompt: "a",
          expected_output: "",
          files: ["f"],
          graders: [{ kind: "contains", text: "x" }],
          golden: true,
          note: "n",
        },
      ],
    });
  });
});
