import { describe, expect, it } from "vitest";
import { isSshAddress, readSshAddress, shownAddress, sshUrl } from "./ssh-address";

it.each([
  ["ssh://git@example.org/skills.git", true],
  ["git+ssh://example.org/skills.git", true],
  ["git@github.com:meridian/skills.git", true],
  ["git@[2001:db8::1]:skills.git", true],
  ["https://github.com/meridian/skills.git", false],
  ["https://git@github.com/meridian/skills.git", false],
  ["github.com/meridian/skills", false],
])("%s: %s", (address, is) => {
  expect(isSshAddress(address)).toBe(is);
});

const formOf = (address: string): string => {
  const place = readSshAddress(address);
  return place.ok ? sshUrl(place.value) : place.error;
};

describe("an address over ssh", () => {
  it.each([
    ["ssh://git@GitHub.com/meridian/skills.git", "ssh://git@github.com/meridian/skills.git"],
    ["ssh://git@github.com:22/meridian/skills.git/", "ssh://git@github.com/meridian/skills.git"],
    ["git+ssh://git@example.org:2222/a.git", "ssh://git@example.org:2222/a.git"],
    ["git@github.com:meridian/skills.git", "ssh://git@github.com/~/meridian/skills.git"],
    ["git@example.org:~/a.git", "ssh://git@example.org/~/a.git"],
    ["git@example.org:/srv/a.git", "ssh://git@example.org/srv/a.git"],
    ["ssh://git@example.org/~bob/a.git", "ssh://git@example.org/~bob/a.git"],
    ["git@0x7f.1:a.git", "ssh://git@127.0.0.1/~/a.git"],
    ["ssh://git@[2001:DB8::1]:2222/a.git", "ssh://git@[2001:db8::1]:2222/a.git"],
  ])("%s has one form", (address, form) => {
    expect(formOf(address)).toBe(form);
    expect(formOf(form)).toBe(form);
  });

  it("says to the server where it is", () => {
    const pathOf = (address: string) => {
      const place = readSshAddress(address);
      return place.ok ? place.value.path : null;
    };
    expect(pathOf("git@github.com:meridian/skills.git")).toBe("meridian/skills.git");
    expect(pathOf("ssh://git@github.com/~/meridian/skills.git")).toBe("meridian/skills.git");
    expect(pathOf("ssh://git@example.org/~bob/a.git")).toBe("~bob/a.git");
    expect(pathOf("ssh://git@example.org/srv/a.git")).toBe("/srv/a.git");
  });

  it.each([
    ["ssh://example.org/a.git", /Name the user/],
    ["ssh://-oProxyCommand=x@example.org/a.git", /Name the user/],
    ["ssh://-oProxyCommand=x", /Name the user/],
    ["ssh://ines:hunter2@example.org/a.git", /Leave the password out/],
    ["ssh://git@/a.git", /Write it as/],
    ["ssh://git@exa%6dple.org/a.git", /names no host/],
    ["ssh://git@999.1.1.1/a.git", /names no host/],
    ["ssh://git@example.org:0/a.git", /A port/],
    ["ssh://git@example.org:70000/a.git", /A port/],
    ["ssh://git@example.org/", /Name the repository/],
    ["git@example.org:~", /Name the repository/],
    ["git@example.org:-oops", /hyphen/],
    ["git@example.org:a';reboot;'.git", /alone/],
    ["git@example.org:a$(id).git", /alone/],
    ["git@example.org:a b.git", /alone/],
    ["git@example.org:a%2fb.git", /alone/],
    ["ssh://git@example.org/srv/../etc", /Leave \. and \.\./],
    ["ssh:example.org", /Write it as/],
  ])("%s is none", (address, words) => {
    expect(formOf(address)).toMatch(words);
    expect(formOf(address)).not.toContain("hunter2");
  });

  it("is shown as it is copied", () => {
    expect(shownAddress("ssh://git@github.com/~/a/b.git")).toBe("git@github.com:a/b.git");
    expect(shownAddress("ssh://git@github.com:2222/~/a/b.git")).toBe("ssh://git@github.com:2222/~/a/b.git");
    expect(shownAddress("ssh://git@github.com/a/b.git")).toBe("ssh://git@github.com/a/b.git");
    expect(shownAddress("https://github.com/a/b.git")).toBe("github.com/a/b.git");
  });
});
