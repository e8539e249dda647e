import { describe, expect, it } from "vitest";
import { addTask, addTriggerCase, describeFindings } from "./add-case";
import { readSuite } from "./read-suite";
import { writeTaskSuite } from "./write-task-suite";

const skill = "triage";
const path = "evals/evals.json";
const added = { prompt: "Checkout is down", expectedOutput: "SEV2", expectations: ["Pages the owner"] };
const add = (text: string | null, task = added) => {
  const written = addTask(text, skill, task);
  return written.ok ? written.value : describeFindings(path, written.error);
};

describe("addTask", () => {
  it("makes a file of the documented shape where there is none", () => {
    expect(add(null)).toBe(`{
  "skill_name": "triage",
  "evals": [
    {
      "id": 1,
      "prompt": "Checkout is down",
      "expected_output": "SEV2",
      "assertions": [
        "Pages the owner"
      ]
    }
  ]
}
`);
  });

  it.each([
    ["four spaces", "    ", "\n"],
    ["tabs", "\t", "\n"],
    ["Windows line ends", "  ", "\r\n"],
  ])("keeps every byte that is there, its %s, and how a task is written", (_, indent, eol) => {
    const head = ["{", `${indent}"skill_name": "triage",`, `${indent}"ours":  {"a":1 },`].join(eol);
    const first = `${indent}${indent}{"id": 7, "prompt": "p", "expected_output": "o", "x": [1,2]}`;
    const tail = `${eol}${indent}]${eol}}${eol}`;
    const text = `${head}${eol}${indent}"evals": [${eol}${first}${tail}`;
    const second = `${indent}${indent}{"id": 8, "prompt": "Checkout is down", "expected_output": "SEV2", "assertions": ["Pages the owner"]}`;
    expect(add(text)).toBe(`${head}${eol}${indent}"evals": [${eol}${first},${eol}${second}${tail}`);
  });

  it("writes a task of several lines as its neighbours are", () => {
    const text = '{\n  "evals": [\n    {\n      "id": 1,\n      "prompt": "p"\n    }\n  ]\n}\n';
    expect(add(text)).toContain(
      '    },\n    {\n      "id": 2,\n      "prompt": "Checkout is down",\n      "expected_output": "SEV2",\n      "assertions": [\n        "Pages the owner"\n      ]\n    }\n  ]',
    );
  });

  it("keeps a file without line breaks on its line, and a byte order mark in its place", () => {
    expect(add('\uFEFF{"skill_name":"t","evals":[]}', { ...added, expectations: [] })).toBe(
      '\uFEFF{"skill_name":"t","evals":[{"id":1,"prompt":"Checkout is down","expected_output":"SEV2"}]}',
    );
  });

  it("indents the first task of an empty list", () => {
    const text = '{\n  "skill_name": "t",\n  "evals": []\n}\n';
    expect(add(text, { ...added, expectations: [] })).toBe(
      `{\n  "skill_name": "t",\n  "evals": [\n    {\n      "id": 1,\n      "prompt": "Checkout is down",\n      "expected_output": "SEV2"\n    }\n  ]\n}\n`,
    );
  });

  it("calls the list as the file does", () => {
    const text = '{"evals":[{"id":"a","prompt":"p","expected_output":"o","expectations":["x"]}]}';
    expect(add(text)).toContain('"expectations":["Pages the owner"]');
  });

  it("changes nothing when the task is there already", () => {
    expect(add(add(null))).toBe(add(null));
  });

  it("leaves a file alone that it cannot read, and says where and why", () => {
    expect(add('{"evals":[{"id":1}]}')).toBe(
      "evals/evals.json cannot be changed as it is. Line 1, column 11: This task has no prompt.",
    );
  });
});

describe("writeTaskSuite", () => {
  const text = `{
  "evals": [
    {"id": 1, "prompt": "a", "expected_output": "o", "expectations": ["x"], "weight": 2},
    {"id": 2, "prompt": "b"}
  ]
}
`;
  const tasks = readSuite({ path, text, skill }).tasks;
  const write = (wanted: Parameters<typeof writeTaskSuite>[1]) => {
    const written = writeTaskSuite({ path, text, skill }, wanted);
    return written.ok ? written.value : written.error.map(({ rule }) => rule).join();
  };

  it("keeps every byte when nothing changes", () => {
    const same = tasks.map(({ at, graders, ...task }) => {
      return { ...task, graders: graders.map(({ grader }) => grader), from: at };
    });
    expect(write(same)).toBe(text);
  });

  it("changes, adds, orders and removes", () => {
    expect(
      write([
        { prompt: "b", expectedOutput: "new", expectations: ["y"] },
        { from: 0, prompt: "A", expectedOutput: "o", expectations: [] },
      ]),
    ).toBe(`{
  "evals": [
    {"id": 2, "prompt": "b", "expected_output": "new", "expectations": ["y"]},
    {"id": 1, "prompt": "A", "expected_output": "o", "expectations": [], "weight": 2}
  ]
}
`);
    expect(write([])).toBe('{\n  "evals": []\n}\n');
  });

  it.each(["[", "{}", '{"evals":[{"prompt":"a","prompt":"b"}]}'])("refuses %s", (broken) => {
    expect(writeTaskSuite({ path, text: broken, skill }, []).ok).toBe(false);
  });
});

describe("addTriggerCase", () => {
  const triggers = "evals/trigger-eval.json";
  const addCase = (before: string | null, query: string, fires: boolean) => {
    const written = addTriggerCase(before, skill, query, fires);
    return written.ok ? written.value : describeFindings(triggers, written.error);
  };

  it("makes the list, adds to it, turns an answer round, and says nothing twice", () => {
    const first = addCase(null, "Help", true);
    expect(JSON.parse(first)).toEqual([{ query: "Help", should_trigger: true }]);
    const second = addCase(first, "Weather?", false);
    expect(JSON.parse(second)).toEqual([
      { query: "Help", should_trigger: true },
      { query: "Weather?", should_trigger: false },
    ]);
    expect(addCase(second, "Weather?", false)).toBe(second);
    expect(addCase(second, "Help", false)).toBe(second.replace("true", "false"));
  });

  it("leaves a case that expects a sibling as it is where this skill should not be activated", () => {
    const text = '[{"query":"Ship","should_trigger":false,"expected_skill":"deploy"}]';
    expect(addCase(text, "Ship", false)).toBe(text);
  });

  it.each(["{}", "[1]", "not json"])("leaves %s alone", (text) => {
    expect(addCase(text, "Help", true)).toContain("cannot be changed");
  });
});
