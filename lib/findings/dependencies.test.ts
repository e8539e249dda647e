import { describe, expect, test } from "vitest";
import { findFindings } from "./find-findings";
import { rulesIn } from "./fixtures/rules-in";

describe("a list of dependencies", () => {
  test.each([
    ["requirements.txt", "evil-pkg @ git+https://x.example/evil.git\n"],
    ["scripts/requirements-dev.txt", "requests==2.0\n-e git+ssh://git@x.example/a/b.git#egg=b\n"],
    ["requirements.in", "https://x.example/a-1.0.tar.gz\n"],
    ["constraints.txt", "a[extra] @ https://x.example/a.whl\n"],
    ["pyproject.toml", '[project]\ndependencies = ["a @ git+https://x.example/a.git"]\n'],
    ["pyproject.toml", '[tool.uv.sources]\na = { git = "https://x.example/a.git" }\n'],
    ["package.json", '{"dependencies": {"a": "git+https://x.example/a.git#main"}}'],
    ["tools/package.json", '{"dependencies": {"@x/a": "github:a/b"}}'],
    ["package.json", '{"dependencies": {"a": "https://x.example/a.tgz"}}'],
  ])("%s that takes a package from an address is noted: %j", (path, text) => {
    expect(rulesIn(text, path)).toEqual(["install-from-url"]);
  });

  test.each([
    [
      "requirements.txt",
      "requests==2.32.0 # see https://x.example/why\n--index-url https://x.example/simple\n",
    ],
    ["requirements.txt", "# git+https://x.example/a.git\n"],
    [
      "package.json",
      '{"homepage": "https://x.example/a.git", "repository": "github:a/b", "dependencies": {"a": "^1.0.0"}}',
    ],
    ["package.json", '{"repository": {"type": "git", "url": "git+https://x.example/a.git"}}'],
    ["pyproject.toml", '[project]\nname = "a"\ndependencies = ["a>=1"]\n'],
    ["notes.txt", "a @ git+https://x.example/a.git\n"],
  ])("%s without one is left alone: %j", (path, text) => {
    expect(rulesIn(text, path)).toEqual([]);
  });

  test("is pointed at where the package is named", () => {
    const text = "requests==2.0\n  evil @ git+https://x.example/evil.git\n";
    const bytes = new TextEncoder().encode(text);
    const [finding] = findFindings([{ path: "requirements.txt", bytes, size: bytes.length }]);
    expect(finding).toMatchObject({ severity: "info", range: { startLine: 2, startColumn: 3 } });
  });
});

describe("a command that destroys", () => {
  test.each([
    "rm -rf /",
    "sudo rm -rf --no-preserve-root / ",
    "rm -r -f ~",
    "rm -fr ~/*; echo done",
    'rm -rf "$HOME"',
    "rm --recursive --force $HOME/",
    "rm -Rf /*",
    "mkfs.ext4 -F /dev/sda1",
    "dd if=/dev/zero of=/dev/nvme0n1 bs=1M",
    "cat x > /dev/sda",
    ":(){ :|:& };:",
    "Remove-Item -Recurse -Force C:\\",
    "format c: /y",
    "del /f /s /q C:\\*",
  ])("%s", (command) => {
    expect(rulesIn(`${command}\n`, "a.sh")).toEqual(["destructive-command"]);
  });

  test.each([
    "rm -rf build/ dist",
    "rm -rf /tmp/work",
    "rm -rf ~/.cache/tool",
    'rm -rf "$HOME/.cache/tool"',
    "rm notes.md",
    "rm -f ~/notes.md",
    "dd if=image.iso of=backup.img",
    "echo x > /dev/null",
    "mkfs.ext4 disk.img",
    "Remove-Item -Recurse -Force .\\build",
    "format c as code",
  ])("not: %s", (command) => {
    expect(rulesIn(`${command}\n`, "a.sh")).toEqual([]);
  });
});
