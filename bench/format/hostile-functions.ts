import { askedWords, searchedWords } from "@/lib/aside/searched-words";
import { portablePackage } from "@/lib/bundles/portable-package";
import { splitDocument } from "@/lib/bundles/skill-document";
import { claudeCodeDialect } from "@/lib/dialects/claude-code";
import { dialects } from "@/lib/dialects/find-dialect";
import { neutralise, oneLine } from "@/lib/dialects/internal/neutralise";
import { loadingHosts } from "@/lib/dialects/loads/find-loader";
import { readShell } from "@/lib/dialects/read-shell";
import { wordDialect } from "@/lib/dialects/word-dialect";
import { compareLines, splitLines } from "@/lib/diff/diff-lines";
import { diffText } from "@/lib/diff/diff-text";
import { diffByWord } from "@/lib/diff/diff-words";
import { placeLines } from "@/lib/diff/place-lines";
import { findMentions as findPeople } from "@/lib/discussion/find-mentions";
import { findFindings } from "@/lib/findings/find-findings";
import { redactText } from "@/lib/findings/redact-text";
import { findSkillFacts } from "@/lib/hosts/find-skill-facts";
import { learnWording } from "@/lib/hosts/learn-wording";
import { listBlock } from "@/lib/hosts/list-block";
import { readHostRequest } from "@/lib/hosts/read-host-request";
import { KnownText, recogniseText } from "@/lib/hosts/recognise-text";
import { withoutReminders } from "@/lib/hosts/without-reminders";
import { findHarmfulText } from "@/lib/kernel/hidden-text";
import { markHidden, markOnLine } from "@/lib/kernel/mark-hidden";
import { findNamedFiles, findPaths } from "@/lib/playground/internal/find-paths";
import { buildCatalogue } from "@/lib/runtime/build-catalogue";
import type { Dialect } from "@/lib/runtime/dialect";
import { escapeXmlText } from "@/lib/runtime/escape-xml";
import { findCollisions } from "@/lib/runtime/find-collisions";
import { findMentions } from "@/lib/runtime/find-mentions";
import type { LoadingHost } from "@/lib/runtime/load-skills";
import { searchEntries } from "@/lib/runtime/search-skills";
import { countTerms } from "@/lib/runtime/search-terms";
import { parseTerms, serialiseTerms } from "@/lib/runtime/stored-terms";
import { blankCode } from "@/lib/skills/blank-code";
import { setFrontmatterField } from "@/lib/skills/edit-frontmatter";
import { estimateTokens } from "@/lib/skills/estimate-tokens";
import { findLinks } from "@/lib/skills/find-links";
import { knownFrameMarks } from "@/lib/skills/frame-marks";
import { packageLimits } from "@/lib/skills/limits";
import { parseSkill } from "@/lib/skills/parse-skill";
import { renameLinks } from "@/lib/skills/rename-links";
import { substituteArguments } from "@/lib/skills/substitute-arguments";
import { validatePackage } from "@/lib/skills/validate-package";
import { addTask, addTriggerCase } from "@/lib/suites/add-case";
import { readSuite } from "@/lib/suites/read-suite";
import { countTokens, sampleTokens } from "@/lib/tokens/count-tokens";

const asBody = (text: string) => `---\nname: x\ndescription: Use when d\n---\n${text}`;
const half = (text: string) => text.length >> 1;

/** A tenth of the lines, or of the text where it has none, is another: as an edit leaves it. */
const edited = (text: string): string => {
  const at = half(text);
  return `${text.slice(0, at)}changed\n${text.slice(at + 7)}`;
};

function place(text: string): unknown {
  const before = splitLines(text);
  const after = splitLines(edited(text));
  const startLine = Math.max(1, before.length >> 2);
  const quote = before.slice(startLine - 1, startLine + 1);
  const hunk = { from: startLine, lines: quote };
  return placeLines({ startLine, endLine: startLine + quote.length - 1, quote, before, hunk }, after);
}

function search(text: string): unknown {
  const terms = parseTerms(serialiseTerms(countTerms({ name: "x", description: text, body: text })));
  const entries = terms ? [{ skillId: "x", name: "x", terms }] : [];
  return searchEntries("release notes for cust", entries, { prefix: true });
}

const substitute = (rules: "arguments-only" | "positional") => (text: string) =>
  substituteArguments({ body: text, rules, arguments: "a b" });

/** No longer one is read: frontmatter has a limit of its own. */
const asDescription = (text: string): string => text.slice(0, packageLimits.frontmatterBytes);

const describedTwice = (text: string) => {
  const description = asDescription(text);
  return findCollisions({ skillId: "x", name: "x", description }, [{ skillId: "y", name: "y", description }]);
};

const catalogues = (text: string): unknown =>
  dialects.map((dialect) =>
    buildCatalogue({
      dialect,
      budgetCharacters: 20_000,
      skills: ["a", "b"].map((name, priority) => ({
        name,
        skillId: name,
        priority,
        description: asDescription(text),
      })),
    }),
  );

const activationIn = (dialect: Dialect) => (body: string) =>
  dialect.activation({
    name: "x",
    description: "d",
    body,
    arguments: "a b",
    resources: ["a/b.md"],
    unlisted: 0,
    frontmatter: new Map(),
  });

/** As the whole SKILL.md, within its frontmatter, behind a plain value and as one that no reader takes. */
const loadIn =
  ({ load }: LoadingHost) =>
  (text: string): unknown =>
    [
      text,
      `---\n${text}`,
      `---\nname: x\ndescription: d\nmore: ${text}x\u2028\n---\n`,
      `---\nname: ${text}\n---\n`,
    ].map((document) => {
      const bytes = new TextEncoder().encode(document);
      return load({
        folder: "x",
        files: [{ path: "SKILL.md", size: bytes.length }],
        read: () => bytes,
      });
    });

/** What a live host sends: the text as words, as results, and as what a skill brought in. */
function readWords(text: string): unknown {
  const results = text
    .split("\n")
    .map((line, at) => ({ type: "tool_result", tool_use_id: String(at), content: line }));
  const request = readHostRequest("messages", {
    messages: [
      { role: "user", content: text },
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "Skill", input: { skill: "x" } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: text }] },
      { role: "user", content: results },
    ],
  });
  return request && findSkillFacts(request);
}

const asActivation = (text: string): string =>
  `<skill_content name="x">\n${text}\n\nbase_path: skill://x\n<skill_resources>${text}</skill_resources>\n</skill_content>`;

/** A host that says this text where its dialect has a sentence. */
function learnFrom(text: string): unknown {
  const side = (said: string) => ({
    told: [{ place: "first-message", text: `${said}\n- x: y` }],
    tools: [{ name: "Skill", description: said, inputSchema: {} }],
    answers: [[{ kind: "result" as const, isError: false, text: said }]],
  });
  return learnWording({
    host: side(text),
    dialect: side("Loaded x"),
    names: ["x"],
    asked: ["a b"],
    skillTextPieces: ["triage"],
    slots: [{ where: "answers[0] Skill {}", host: "", dialect: "", reason: null }],
    folders: { host: "/x", dialect: "skill:/" },
  });
}

const speaking = wordDialect(claudeCodeDialect, {
  digest: "",
  wording: {
    lists: [{ before: { from: ["a"], to: ["a", "b"] }, after: { from: ["b"], to: ["c", "d"] } }],
    tools: [],
    lines: [{ from: ["x", "y", "z"], to: [" ", "\n", "<"] }],
  },
});

const known = (text: string): KnownText =>
  new KnownText({ skillId: "x", name: "x", version: 1, draftRevision: null, digest: "" }, text);

const recognise = (as: "file" | "body") => (text: string) =>
  recogniseText(
    { text: text.slice(0, half(text)), as, arguments: "a b", directory: "/x", isPart: as === "file" },
    [known(asBody(text)), known(edited(text))],
    1,
  );

/** What the server does with a text of others: saved, imported, searched, compared, told to an agent, exported. */
export const serverFunctions: Readonly<Record<string, (text: string) => unknown>> = {
  "parse SKILL.md": (text) => parseSkill(text, { mode: "lenient", folderName: "x" }),
  "validate a package": (text) =>
    validatePackage({
      folderName: "x",
      files: [
        { path: "SKILL.md", size: text.length, text: asBody(text) },
        { path: "references/a.md", size: text.length, text },
      ],
    }),
  "find findings": (text) => findFindings([{ path: "notes.md", text, size: text.length }]),
  "find hidden text": findHarmfulText,
  "mark hidden text": markHidden,
  "mark on one line": markOnLine,
  "redact secrets": redactText,
  "count tokens": countTokens,
  "sample tokens": sampleTokens,
  "estimate tokens": estimateTokens,
  "words of a draft": (text) => searchedWords({ description: text, body: text }),
  "words asked for": askedWords,
  "terms, stored and searched": search,
  "collisions of descriptions": describedTwice,
  "catalogues of all hosts": catalogues,
  ...Object.fromEntries(dialects.map((dialect) => [`activation in ${dialect.id}`, activationIn(dialect)])),
  ...Object.fromEntries(loadingHosts.map((host) => [`load in ${host.id}`, loadIn(host)])),
  "read a line of commands": (text) =>
    [text, `cat ${text}`, `sed -n '${text}' a`, `sed -n '1p;${text}' a`].map((line) =>
      readShell(line, "skill:/x"),
    ),
  "portable form": (text) =>
    portablePackage("x", [{ path: "SKILL.md", bytes: new TextEncoder().encode(asBody(text)) }]),
  "compare lines": (text) => compareLines(splitLines(text), splitLines(edited(text))),
  "compare a file": (text) => diffText(text, edited(text), { isDocument: true }),
  "compare two ends": (text) => diffText(text.slice(0, half(text)), text.slice(half(text))),
  "compare by word": (text) => diffByWord(text, edited(text)),
  "place a thread": place,
  "find links": findLinks,
  "blank code": (text) => blankCode(text),
  "rename links": (text) =>
    renameLinks(text, "SKILL.md", new Map([["b/c.md", "b/d.md"]]), new Set(["b/c.md"])),
  "set a field": (text) => setFrontmatterField(asBody(text), "name", "y"),
  "split a document": (text) => splitDocument(asBody(text)),
  "read tasks": (text) => readSuite({ path: "evals/evals.json", text, skill: "x" }),
  "read cases": (text) => readSuite({ path: "evals/trigger-eval.json", text, skill: "x" }),
  "read cases of YAML": (text) => readSuite({ path: "trigger_tests.yaml", text, skill: "x" }),
  "read cases of a table": (text) =>
    readSuite({ path: "cases.csv", text: `query,expected\n${text}`, skill: "x" }),
  "add a task": (text) => addTask(text, "x", { prompt: "a", expectedOutput: "b", expectations: [] }),
  "add a case": (text) => addTriggerCase(text, "x", "a", true),
  "make harmless": (text) => neutralise(text, knownFrameMarks),
  "put on one line": oneLine,
  "escape for XML": escapeXmlText,
  "put arguments in": substitute("arguments-only"),
  "put arguments in, by place": substitute("positional"),
  "find skills mentioned": (text) => findMentions(text, new Set(["triage"])),
  "find people mentioned": findPeople,
  "find paths": findPaths,
  "facts of a live host": readWords,
  "what a list stands in": (text) =>
    [text, `${text}\n- x: y\n${text}`, `<available_skills>${text}<skill>\n</skill></available_skills>`].map(
      (one) => listBlock(one, ["x"]),
    ),
  "sentences of a host": learnFrom,
  "a text in a host's words": (text) => speaking.wording?.undo(text),
  "read an activation": (text) =>
    dialects.map((dialect) => [text, asActivation(text)].map((one) => dialect.readActivation(one))),
  "reminders of a host": (text) => withoutReminders(`${text}</system-reminder>`),
  "recognise a body": recognise("body"),
  "recognise a part of a file": recognise("file"),
  "find named files": (text) => findNamedFiles(text, ["a/b.md"]),
};
