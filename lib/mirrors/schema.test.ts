import { describe, expect, it } from "vitest";
import {
  type CreateMirror,
  createMirrorSchema,
  editMirrorSchema,
  listMirrorsSchema,
  pushMirrorSchema,
} from "./schema";

const given = {
  of: { kind: "agent", agent: "desk" },
  url: "https://git.example.org/meridian/skills.git",
} as const satisfies CreateMirror;

/** What is said of an input, with where it is wrong; empty when nothing is. */
function sayOf(schema: typeof createMirrorSchema | typeof editMirrorSchema, input: unknown): string[] {
  const read = schema.safeParse(input);
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
}

describe("a new mirror", () => {
  it("pushes to main, without a token, by hand, unless it says otherwise", () => {
    expect(createMirrorSchema.parse(given)).toEqual({
      ...given,
      branch: "main",
      userName: "",
      token: null,
      onPublish: false,
    });
  });

  it("keeps an address over ssh in the one form that all of its spellings have", () => {
    for (const url of [" git@Git.example.org:a.git", "GIT+SSH://git@git.example.org/~/a.git"])
      expect(createMirrorSchema.parse({ ...given, url }).url).toBe("ssh://git@git.example.org/~/a.git");
  });

  it("loses the spaces that were copied with what it is told", () => {
    const typed = { url: ` ${given.url}\n`, branch: " next ", userName: "\tines ", token: " glpat-1 \n" };
    expect(createMirrorSchema.parse({ ...given, ...typed })).toMatchObject({
      url: given.url,
      branch: "next",
      userName: "ines",
      token: "glpat-1",
    });
  });

  it.each([
    ["url", "", /^url: Give the address of the repository, as https:/],
    ["url", `https://git.example.org/${"x".repeat(2_000)}`, /^url: Use at most 2,000 characters\.$/],
    ["url", "https://git.example.org/\u0000.git", /^url: Take out the NUL characters/],
    ["url", "https://git.example.org/a b.git", /^url: Leave out spaces, \? and #/],
    ["url", "https://git.example.org/a.git#readme", /^url: Leave out spaces, \? and #/],
    ["url", "GIT+SSH://git.example.org/a.git", /^url: Name the user in the address, as git@/],
    ["url", "ssh://git:secret@git.example.org/a.git", /^url: Leave the password out of the address/],
    ["key", " ", /^key: Paste the private key, or leave it out/],
    ["hostKey", "MD5:aa", /^hostKey: Write it as ssh-keygen -lf does/],
    ["branch", "x".repeat(101), /^branch: Use at most 100 characters\.$/],
    ["branch", "main:refs/heads/other", /^branch: Name a branch, such as main/],
    ["branch", "main\u202e", /^branch: Name a branch/],
    ["branch", "fix.lock/a", /^branch: Name a branch/],
    ["branch", "main^{tree}", /^branch: Name a branch/],
    ["branch", "@", /^branch: Name a branch/],
    ["branch", null, /^branch: /],
    ["userName", "x".repeat(201), /^userName: Use at most 200 characters\.$/],
    ["userName", "ines:secret", /^userName: A user name has no colon/],
    ["userName", "ines\u0007", /^userName: A user name has no colon and no control characters\.$/],
    ["token", "  ", /^token: Give the token, or leave it out/],
    ["token", "x".repeat(4_001), /^token: Use at most 4,000 characters\.$/],
    ["token", "schlüssel", /^token: A token has no spaces and no letters outside of ASCII\.$/],
    ["token", "a\u0000b", /^token: A token has no spaces/],
    ["onPublish", "yes", /^onPublish: /],
    ["of", { kind: "label", label: "stable" }, /^of\.kind: /],
    ["of", { kind: "agent", agent: "desk", address: "x" }, /^of: /],
    ["of", { kind: "agent", agent: "\ud800" }, /^of\.agent: Take out the NUL characters and broken halves/],
    ["of", { kind: "address", address: "laptops" }, /^of\.address: /],
  ])("says where it is wrong: %s %j", (field, value, words) => {
    const said = sayOf(createMirrorSchema, { ...given, [field]: value });
    expect(said).toEqual(expect.arrayContaining([expect.stringMatching(words)]));
  });

  it("has no fields but its own, so that a misspelt one is not lost", () => {
    expect(sayOf(createMirrorSchema, { ...given, onpublish: true }).join()).toContain('"onpublish"');
    expect(sayOf(editMirrorSchema, { of: given.of }).join()).toContain('"of"');
  });

  it.each(["main", "release/1.x", "v2", "_drafts", "a-b_c.d/e", "x".repeat(100)])("takes %j", (branch) => {
    expect(createMirrorSchema.parse({ ...given, branch }).branch).toBe(branch);
  });
});

describe("a change of a mirror", () => {
  it("tells a token that is taken away from one that stays", () => {
    expect(editMirrorSchema.parse({ token: null })).toEqual({ token: null });
    expect(editMirrorSchema.parse({})).toEqual({});
    expect(sayOf(editMirrorSchema, { token: "" })[0]).toMatch(/^token: Give the token, or leave it out/);
  });

  it("has the same rules as a new one", () => {
    const wrong = { url: "ssh://git.example.org/a.git", branch: "..", userName: "a:b" };
    const said = sayOf(editMirrorSchema, wrong);
    expect(said.map((line) => line.split(":", 1)[0])).toEqual(["url", "branch", "userName"]);
  });
});

describe("a push", () => {
  it.each(["", "main", "abc123", "A".repeat(40), "0".repeat(41)])("loses no commit named %j", (losing) => {
    expect(pushMirrorSchema.safeParse({ losing }).error?.issues[0]?.message).toBe(
      "A commit's id has 40 hexadecimal digits.",
    );
  });

  it("loses nothing unless it is told, and takes no word that would mean more", () => {
    expect(pushMirrorSchema.parse({})).toEqual({ losing: null });
    expect(pushMirrorSchema.parse({ losing: "0".repeat(40) })).toEqual({ losing: "0".repeat(40) });
    expect(pushMirrorSchema.safeParse({ force: true }).success).toBe(false);
  });
});

it("is not asked for by the name of an agent that no database keeps", () => {
  expect(listMirrorsSchema.safeParse({ agent: "a\u0000" }).success).toBe(false);
  expect(listMirrorsSchema.parse({})).toEqual({});
});
