import { describe, expect, it } from "vitest";
import { remoteToken, remoteUrl, remoteUserName, repositoryUrl } from "./remote-schema";

const words = { missing: "Give it.", ssh: "No SSH." };
const wrong = (read: { success: boolean; error?: { issues: readonly { message: string }[] } | undefined }) =>
  read.error?.issues.map(({ message }) => message);

describe("what a remote is given", () => {
  it("is an address that is not SSH's", () => {
    expect(remoteUrl(words).parse(" https://git.example/a.git ")).toBe("https://git.example/a.git");
    for (const url of ["git@git.example:a.git", "ssh://git.example/a"])
      expect(wrong(remoteUrl(words).safeParse(url))).toEqual(["No SSH."]);
    expect(wrong(remoteUrl(words).safeParse(" "))).toContain("Give it.");
  });

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

  it("is a token that fits into a header", () => {
    expect(remoteToken("Give it.").parse(" ghp_1 ")).toBe("ghp_1");
    expect(wrong(remoteToken("Give it.").safeParse("a b"))).toEqual([
      "A token has no spaces and no letters outside of ASCII.",
    ]);
  });
});
