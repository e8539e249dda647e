import { describe, expect, test } from "vitest";
import { compareUtf8, digestLines, packageDigest } from "./digest";
import { checkPackagePath, isJunkPath, isSecretPath } from "./package-path";

const ruleOf = (path: string): string => {
  const checked = checkPackagePath(path);
  return checked.ok ? checked.value : checked.error.rule;
};

describe("checkPackagePath", () => {
  test.each([
    ["references/guide.md", "references/guide.md"],
    ["./a//b/", "a/b"],
    ["cafe\u0301.md", "caf\u00e9.md"],
    [".github/x.yml", ".github/x.yml"],
    [".gitignore", ".gitignore"],
    [".gitattributes", ".gitattributes"],
    ["git~1.md", "git~1.md"],
    ["legit~1", "legit~1"],
    ["a b/c.md", "a b/c.md"],
    ["console.md", "console.md"],
  ])("%j is accepted as %j", (path, clean) => {
    expect(ruleOf(path)).toBe(clean);
  });

  test.each([
    ["", "path-empty"],
    ["./", "path-empty"],
    ["/etc/passwd", "path-absolute"],
    ["C:\\x", "path-backslash"],
    ["c:x", "path-absolute"],
    ["~root/x", "path-home"],
    ["a/../b", "path-traversal"],
    ["a\\b", "path-backslash"],
    ["a\u0000b", "path-control-character"],
    ["a\nb", "path-control-character"],
    ["a\ud800b", "path-control-character"],
    ["a\u202eb", "path-invisible-character"],
    ["a/.GIT/config", "path-git"],
    ["git~1", "path-git"],
    ["a/GIT~12/config", "path-git"],
    ["NUL.txt", "path-windows-name"],
    ["com\u00b9", "path-windows-name"],
    ["what?.md", "path-windows-name"],
    ["a./b", "path-trailing-dot"],
    [" a", "path-trailing-dot"],
    ["a/".repeat(13), "path-too-deep"],
    ["\u00e9".repeat(101), "path-too-long"],
    [`${"abcdefghi/".repeat(10)}${"x".repeat(199)}/${"y".repeat(199)}`, "path-too-long"],
  ])("%j is refused by %s", (path, rule) => {
    expect(ruleOf(path)).toBe(rule);
  });
});

test.each([
  [".env", true],
  ["config/.env.production", true],
  [".env.example", false],
  ["secrets.json", true],
  ["credentials.yaml", true],
  ["id_rsa", true],
  ["id_rsa.pub", false],
  ["server.key", true],
  [".aws/config", true],
  ["references/keys.md", false],
  ["scripts/secretary.py", false],
  ["my-secrets.json", true],
  ["config/aws-credentials.json", true],
  ["db_credential.yml", true],
  ["app.secrets.toml", true],
  ["my-secrets.example.json", false],
  ["references/about-secrets.md", false],
  ["scripts/rotate-credentials.py", false],
  ["nosecrets.json", false],
])("isSecretPath(%s) is %s", (path, expected) => {
  expect(isSecretPath(path)).toBe(expected);
});

test("junk is told from what looks like it", () => {
  for (const path of ["__MACOSX/a", "x/.DS_Store", "a/node_modules/b/c.js", "._a", "Thumbs.db"])
    expect(isJunkPath(path)).toBe(true);
  for (const path of ["node_modules.md", "a/_x", "macosx/a", "node_modules"])
    expect(isJunkPath(path)).toBe(false);
});

describe("digest", () => {
  test("is over lines in the order of their bytes, not of UTF-16", () => {
    const files = [
      { path: "\u{1f680}", sha256: "aa" },
      { path: "\uff5e", sha256: "aa" },
      { path: "b", sha256: "00" },
    ];
    expect(digestLines(files)).toEqual(["00  b\n", "aa  \uff5e\n", "aa  \u{1f680}\n"]);
    expect(packageDigest(files, (text) => `<${text}>`)).toBe("<00  b\naa  \uff5e\naa  \u{1f680}\n>");
  });

  test("the order is that of Buffer.compare", () => {
    const words = ["", "a", "ab", "b", "\u00e9", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"];
    for (const left of words)
      for (const right of words)
        expect(Math.sign(compareUtf8(left, right))).toBe(
          Buffer.compare(Buffer.from(left), Buffer.from(right)),
        );
  });
});
