import { describe, expect, it } from "vitest";
import { hostFingerprint, remoteKey, remoteToken, remoteUserName, repositoryUrl } from "./remote-schema";

const words = { missing: "Give it." };
const wrong = (read: { success: boolean; error?: { issues: readonly { message: string }[] } | undefined }) =>
  read.error?.issues.map(({ message }) => message);

describe("what a remote is given", () => {
  it("is an address over https or ssh, which has one form", () => {
    const url = repositoryUrl(words);
    expect(url.parse(" https://git.example/a.git ")).toBe("https://git.example/a.git");
    expect(url.parse(" git@Git.example:a.git ")).toBe("ssh://git@git.example/~/a.git");
    expect(wrong(url.safeParse("ssh://git:hunter2@git.example/a"))).toEqual([
      "Leave the password out of the address: over ssh a key is used, which has a field of its own.",
    ]);
    expect(wrong(url.safeParse(" "))).toContain("Give it.");
  });

  it("is a user name that ends where its colon would stand", () => {
    expect(remoteUserName.parse(" tom ")).toBe("tom");
    for (const name of ["a:b", "a\nb"])
      expect(wrong(remoteUserName.safeParse(name))).toEqual([
        "A user name has no colon and no control characters.",
      ]);
  });

  it("is a key, and the fingerprint of a host's as OpenSSH prints it", () => {
    expect(remoteKey.parse(" new\n")).toBe("new");
    expect(wrong(remoteKey.safeParse(" "))).toEqual([
      "Paste the private key, or leave it out: then one is made.",
    ]);
    const printed = `SHA256:${"a/+".repeat(14)}A`;
    expect(hostFingerprint.parse(` ${printed} `)).toBe(printed);
    for (const other of [`MD5:${"aa:".repeat(15)}aa`, `${printed}=`])
      expect(wrong(hostFingerprint.safeParse(other))).toEqual([
        "Write it as ssh-keygen -lf does: SHA256: and 43 characters.",
      ]);
  });

  it("is a token that fits into a header", () => {
    expect(remoteToken("Give it.").parse(" ghp_1 ")).toBe("ghp_1");
    expect(wrong(remoteToken("Give it.").safeParse("a b"))).toEqual([
      "A token has no spaces and no letters outside of ASCII.",
    ]);
  });
});
