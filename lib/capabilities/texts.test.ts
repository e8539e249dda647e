import { expect, test } from "vitest";
import { bytesOf } from "@/lib/skills/file-text";
import { findCapabilities } from "./find-capabilities";
import { toldOf } from "./fixtures/told-of";

const skill = (body: string, more = "") => `---\nname: x\ndescription: Use when d\n${more}---\n${body}`;

const cases: [what: string, text: string, told: string[]][] = [
  [
    "fences by their language",
    "```bash\ncurl https://a.io\n```\n~~~python title\nimport yaml\n~~~\n````js\nfetch('https://b.io')\n````",
    ["host reached a.io", "host reached b.io", "command run curl", "package imported python/yaml"],
  ],
  ["prompts", "```console\n$ git status\nOn branch main\n$ ls\n```", ["command run git", "command run ls"]],
  ["placeholders", "```sh\ngh pr view <number>\ncat <file>\n```", ["command run cat", "command run gh"]],
  [
    "fences without a language",
    "```\nnpm install left-pad\nsrc/\n  git.ts\n```",
    ["command run npm", "package installed npm/left-pad"],
  ],
  ["fences of data", '```json\n{ "u": "https://a.io" }\n```', ["host named a.io"]],
  [
    "commands between backticks",
    "Run `gh pr list` and `ls`, see `src/a.ts`, git is `git and more`.",
    ["command run gh"],
  ],
  [
    "commands that hosts run",
    "!`whoami | tee /tmp/x`",
    ["command run tee", "command run whoami", "path written /tmp/x"],
  ],
  ["links", "[docs](https://a.io/x) <https://b.io>", ["host linked a.io", "host linked b.io"]],
  ["tools of servers", "Call mcp__github__create_issue.", ["tool named mcp__github__create_issue"]],
  ["a fence that is not closed", "```sh\nls", ["command run ls"]],
];

test.each(cases)("tells %s of a document", (_what, text, told) => {
  expect(toldOf("SKILL.md", skill(text))).toEqual(told);
});

test("tells allowed tools with their lines", () => {
  const bytes = bytesOf(skill("", "allowed-tools: Read Bash(git:*)\n"));
  const found = findCapabilities([{ path: "SKILL.md", bytes }]);
  expect(found.map(({ use, name, places }) => [use, name, places])).toEqual([
    ["allowed", "Bash(git:*)", [{ path: "SKILL.md", line: 4, column: 21 }]],
    ["allowed", "Read", [{ path: "SKILL.md", line: 4, column: 16 }]],
  ]);
});

test("reads lists of what is needed", () => {
  expect(
    toldOf("requirements-dev.txt", "# a\nRequests>=2 # b\n-r other.txt\n--index-url https://pypi.a.io\n"),
  ).toEqual(["host reached pypi.a.io", "package installed pypi/requests"]);
  expect(
    toldOf(
      "package.json",
      '{"name":"x","scripts":{"build":"tsc && curl https://a.io"},"dependencies":{"ky":"1","z":"https://b.io/z.tgz"},"a":[["b"]]}',
    ),
  ).toEqual([
    "host reached a.io",
    "host reached b.io",
    "command run curl",
    "command run tsc",
    "package installed npm/ky",
    "package installed npm/z",
  ]);
  expect(
    toldOf(
      "pyproject.toml",
      '[build-system]\nrequires = ["hatchling"]\n[project]\nname = "x"\ndependencies = [\n  "httpx[http2]>=1",\n  "rich",\n]\n[tool.poetry.dependencies]\npython = "3"\nPyYAML = "6"\n[tool.x]\na = ["b"]\n',
    ),
  ).toEqual(["hatchling", "httpx", "pyyaml", "rich"].map((name) => `package installed pypi/${name}`));
  expect(
    toldOf(
      "Dockerfile",
      '# x\nFROM --platform=x python:3.12 AS b\nRUN apt-get install \\\n  -y jq\nADD https://a.io/x /x\nCMD ["gh", "pr"]\nENTRYPOINT ls\n',
    ),
  ).toEqual([
    "host reached a.io",
    "command run apt-get",
    "command run gh",
    "command run ls",
    "package installed deb/jq",
    "package installed docker/python",
  ]);
});

test("tells addresses in data, and nothing of other texts", () => {
  expect(toldOf("config.yaml", "url: https://a.io:8080/x")).toEqual(["host named a.io:8080"]);
  expect(toldOf("notes.txt", "https://a.io")).toEqual(["host linked a.io"]);
  expect(toldOf("data.csv", "https://a.io")).toEqual([]);
});

test("tells programs that nobody can read", () => {
  const found = findCapabilities([
    { path: "run", bytes: new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0]) },
    { path: "broken.sh", bytes: new Uint8Array([0, 0xff, 0xfe]) },
  ]);
  expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["unread broken.sh", "unread run"]);
});

test("shows what hides in a name", () => {
  expect(toldOf("run.sh", "curl https://a\u200b.io/x")).toContain("host reached a[U+200B].io");
});

test("tells a thing once, with the first of its places", () => {
  const text = Array.from({ length: 30 }, () => "ls").join("\n");
  const [entry, ...rest] = findCapabilities([
    { path: "b.sh", bytes: bytesOf("ls; ls") },
    { path: "a.sh", bytes: bytesOf(text) },
  ]);
  expect(rest).toEqual([]);
  expect(entry).toMatchObject({ name: "ls", placeCount: 31 });
  expect(entry?.places).toHaveLength(20);
  expect(entry?.places[1]).toEqual({ path: "a.sh", line: 2, column: 1 });
});

test("tells how many more there are of a kind, in words that change with any of them", () => {
  const script = (last: string) => [...Array.from({ length: 400 }, (_, at) => `tool-${at}`), last].join("\n");
  const told = toldOf("a.sh", script("zz-one"));
  expect(told).toHaveLength(301);
  expect(told.at(-1)).toMatch(/^command run\* 101 more, not told one by one/);
  expect(toldOf("a.sh", script("zz-two")).at(-1)).not.toBe(told.at(-1));
});
