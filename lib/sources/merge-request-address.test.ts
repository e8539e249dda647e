import { describe, expect, it } from "vitest";
import { mergeRequestAddress } from "./merge-request-address";

const branch = "greenroom/pdf-v2";

describe("the address of a merge request", () => {
  it.each([
    ["https://github.com/a/b.git", "", "https://github.com/a/b/compare/greenroom/pdf-v2?expand=1"],
    ["https://github.com/a/b/", "main", "https://github.com/a/b/compare/main...greenroom/pdf-v2?expand=1"],
    [
      "https://gitlab.example.org/a/b/c.git",
      "main",
      "https://gitlab.example.org/a/b/c/-/merge_requests/new?merge_request%5Bsource_branch%5D=greenroom%2Fpdf-v2&merge_request%5Btarget_branch%5D=main",
    ],
    [
      "https://gitlab.com/a/b.git",
      "",
      "https://gitlab.com/a/b/-/merge_requests/new?merge_request%5Bsource_branch%5D=greenroom%2Fpdf-v2",
    ],
    ["https://codeberg.org/a/b.git", "dev", "https://codeberg.org/a/b/compare/dev...greenroom/pdf-v2"],
    ["https://git.example.org/a/b.git", "", null],
    ["https://notgithub.com/a/b.git", "", null],
    ["nonsense", "", null],
  ])("%s into %j", (url, into, expected) => {
    expect(mergeRequestAddress(url, { branch, into })).toBe(expected);
  });
});
