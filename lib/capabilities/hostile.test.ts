import { expect, test } from "vitest";
import { bytesOf } from "@/lib/skills/file-text";
import { findCapabilities } from "./find-capabilities";

/** One line of two megabytes: whatever grows faster than the text does not end within a test's time. */
const size = 2_000_000;
const pieces = [
  "$(",
  '"$(',
  "`",
  "<(",
  `\${`,
  "(",
  "[",
  "{",
  "'",
  '"',
  '"""',
  "\\",
  "$A",
  "a=$A$A;A=$A$A;",
  "curl $A ",
  "https://",
  "https://a.io ",
  "/",
  "/[",
  "f(",
  "os.path.join(",
  "open(",
  "Path(",
  "`${",
  "fetch(`${",
  "a.",
  "a,",
  "import ",
  "from a import ",
  "<a ",
  "cat <<A;",
  "x=(",
  "case a in ",
  "|",
  "@'\n",
  "$env:A ",
  "a",
  " ",
  "\u200b",
  "~/",
  "bash -c '",
  "pip install a ",
];

test.each([
  "a.sh",
  "a.py",
  "a.ts",
  "a.ps1",
  "SKILL.md",
  "requirements.txt",
  "package.json",
  "pyproject.toml",
  "Dockerfile",
  "a.yaml",
])("reads hostile lines of %s in time with their length", (path) => {
  for (const piece of pieces) {
    const fence = path === "SKILL.md" ? "```sh\n" : "";
    const text = fence + piece.repeat(size / 50 / piece.length);
    expect(findCapabilities([{ path, bytes: bytesOf(text) }]).length).toBeLessThanOrEqual(2_200);
  }
});

test.each(["a.sh", "a.py", "a.ts", "a.ps1", "SKILL.md"])("reads a line of two megabytes of %s", (path) => {
  for (const piece of ["$(", "`${"]) {
    const text = piece.repeat(size / piece.length);
    expect(findCapabilities([{ path, bytes: bytesOf(text) }]).length).toBeLessThanOrEqual(2_200);
  }
});
