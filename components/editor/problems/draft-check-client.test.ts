import { describe, expect, it } from "vitest";
import { type CheckRequest, type CheckResult, DraftChecker } from "./check-draft";
import { DraftCheckClient } from "./draft-check-client";

const skill = (link: string) =>
  `---\nname: triage\ndescription: Does X. Use when Y.\n---\n# T\n\nRead [a](${link}).\n`;

function startClient() {
  const posted: CheckRequest[] = [];
  const results: CheckResult[] = [];
  const checker = new DraftChecker();
  let answer: (result: CheckResult) => void = () => {};
  const client = new DraftCheckClient(
    {
      postMessage: (request) => posted.push(request),
      onResult: (listener) => {
        answer = listener;
      },
      terminate: () => {},
    },
    (result) => results.push(result),
  );
  const work = async () => {
    const request = posted.at(-1);
    if (request) answer(await checker.check(request));
  };
  return { client, posted, results, work };
}

const subject = (text: string, reference = "Read me") => ({
  folderName: "triage",
  siblings: [],
  dialects: ["standard"] as const,
  files: [
    { path: "SKILL.md", size: text.length, kind: "text" as const, text },
    { path: "references/a.md", size: reference.length, kind: "text" as const, text: reference },
  ],
});

describe("checking a draft in a worker", () => {
  it("sends only the texts that changed, and finds the same problems", async () => {
    const { client, posted, results, work } = startClient();
    client.check(subject(skill("references/a.md")));
    await work();
    client.check(subject(skill("references/b.md")));
    await work();
    expect(posted[1]?.files.map((file) => file.text !== undefined)).toEqual([true, false]);
    expect(results[0]?.issues).toEqual([]);
    expect(results[1]?.issues).toMatchObject([
      { rule: "link-missing", path: "SKILL.md", range: { startLine: 7 } },
    ]);
    expect(results[1]?.issues[0]?.fix?.title).toBe("Change to references/a.md");
  });

  it("waits for the answer, then asks only about the newest text", async () => {
    const { client, posted, results, work } = startClient();
    client.check(subject(skill("1.md")));
    client.check(subject(skill("2.md")));
    client.check(subject(skill("3.md")));
    expect(posted).toHaveLength(1);
    await work();
    expect(posted).toHaveLength(2);
    expect(posted[1]?.files[0]?.text).toContain("3.md");
    expect(results).toHaveLength(0);
    await work();
    expect(results).toHaveLength(1);
  });

  it("forgets a file that is gone", async () => {
    const { client, results, work } = startClient();
    const text = skill("references/a.md");
    client.check(subject(text));
    await work();
    client.check({ ...subject(text), files: subject(text).files.slice(0, 1) });
    await work();
    expect(results[1]?.issues.map((issue) => issue.rule)).toContain("link-missing");
    expect(results[1]?.tokens.resources).toBe(0);
  });

  it("reports findings with the file they are in", async () => {
    const { client, results, work } = startClient();
    client.check(
      subject(skill("references/a.md"), "AKIAIOSFODNN7ABCDEFG\n-----BEGIN RSA PRIVATE KEY-----\n"),
    );
    await work();
    expect(results[0]?.findings.map((finding) => finding.path)).toContain("references/a.md");
  });
});
