import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { inSecondVersion, sshCommand } from "./ssh-command";

it("asks as git does", () => {
  expect(sshCommand("git-upload-pack", "meridian/skills.git")).toBe("git-upload-pack 'meridian/skills.git'");
  expect(sshCommand("git-receive-pack", "/srv/a!b'c")).toBe("git-receive-pack '/srv/a'\\!'b'\\''c'");
  expect(inSecondVersion("git-upload-pack 'a'")).toBe("GIT_PROTOCOL=version=2 git-upload-pack 'a'");
});

it.each(["it's; touch /tmp/x", "$(id)", "`id`", 'a "b" c', "a\\'b", "!!", "~bob/a", "a'!'b & c | d > e"])(
  "is one word to a shell, whatever is in it: %s",
  (path) => {
    const line = sshCommand("git-upload-pack", path).replace("git-upload-pack", "printf '%s\\n'");
    const { stdout, stderr } = spawnSync("/bin/sh", ["-c", line]);
    expect([stdout.toString(), stderr.toString()]).toEqual([`${path}\n`, ""]);
  },
);

it.each(["", "-upload-pack=x", "a\nb", "a\0b"])("makes nothing of %j", (path) => {
  expect(() => sshCommand("git-upload-pack", path)).toThrow(RangeError);
});
