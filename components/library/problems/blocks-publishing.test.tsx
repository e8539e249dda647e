import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { policyQuery } from "@/components/data/review-queries";
import { client } from "@/lib/api/client";
import type { Finding } from "@/lib/findings/finding";
import { defaultPolicy } from "@/lib/reviews/policy-options";
import { BlocksPublishing } from "./blocks-publishing";
import { listProblems } from "./problems";

const range = { startLine: 3, startColumn: 1, endLine: 3, endColumn: 9 };
const finding = (severity: Finding["severity"]): Finding => ({
  rule: "secret",
  severity,
  path: "SKILL.md",
  range,
  message: "This looks like a key.",
  excerpt: "sk-…",
  fingerprint: "f".repeat(64),
});

function wordsOf(
  findingsBlock: boolean | undefined,
  problems: ReturnType<typeof listProblems>,
  specificationBlocks = false,
): string {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const { queryKey } = policyQuery(client.reviews, "acme");
  if (findingsBlock !== undefined) {
    const policy = { ...defaultPolicy, findingsBlock, specificationBlocks };
    queries.setQueryData(queryKey, { ...policy, protectedLabels: [], revision: 1 } as never);
  }
  const { container } = render(
    <QueryClientProvider client={queries}>
      {problems.map((problem) => (
        <BlocksPublishing key={problem.id} workspace="acme" problem={problem} />
      ))}
    </QueryClientProvider>,
  );
  return container.textContent ?? "";
}

const broken = listProblems(
  [{ rule: "name-missing", severity: "error", path: "SKILL.md", range, message: "There is no name." }],
  [],
);

describe("BlocksPublishing", () => {
  it("says so of a blocking finding while the policy asks for none", () => {
    expect(wordsOf(true, listProblems([], [finding("blocking")]))).toBe("blocks publishing");
  });

  it("says that the policy lets a blocking finding through where it does", () => {
    expect(wordsOf(false, listProblems([], [finding("blocking")]))).toBe(
      "serious; this workspace's policy lets it through",
    );
  });

  it("says of a broken rule of the format that it blocks, whatever the policy", () => {
    expect(wordsOf(false, broken)).toBe("blocks publishing");
  });

  it("says of an error by the specification that the policy lets it block, where it does", () => {
    const warned = listProblems(
      [
        { rule: "name-characters", severity: "warning", path: "SKILL.md", range, message: "An underscore." },
        { rule: "description-markup", severity: "warning", path: "SKILL.md", range, message: "A bracket." },
      ],
      [],
    );
    expect(wordsOf(true, warned, true)).toBe("blocks publishing, by this workspace's policy");
    expect(wordsOf(true, warned)).toBe("");
  });

  it("says nothing of what blocks nothing", () => {
    expect(wordsOf(true, listProblems([], [finding("warning")]))).toBe("");
  });
});
