import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { RuleEntry } from "@/lib/library/rules/rule-schema";
import { RulesSettings } from "./rules-settings";

const rule = (id: string, over: Partial<RuleEntry> = {}): RuleEntry => ({
  id,
  about: "format",
  severity: "warning",
  strict: "error",
  meaning: `What ${id} means.`,
  example: "an example",
  fix: "Mend it.",
  source: "https://agentskills.io/specification",
  ...over,
});

const rules = [
  rule("frontmatter-missing", { fix: "Begin with ---, name, description, ---." }),
  rule("secret", { about: "content", severity: "blocking", strict: null }),
  rule("archive-encrypted", { about: "archive", severity: "error", strict: null, source: "Greenroom" }),
];

describe("RulesSettings", () => {
  it("lists every rule under its own anchor, with what to do and where it comes from", () => {
    const { container } = render(<RulesSettings rules={rules} />);
    for (const { id } of rules) expect(container.querySelector(`#${id}`)).not.toBeNull();
    const row = container.querySelector<HTMLElement>("#frontmatter-missing");
    if (!row) throw new Error("The rule has no row.");
    expect(within(row).getByText("Error when strict")).toBeInTheDocument();
    expect(within(row).getByText("Begin with ---, name, description, ---.")).toBeInTheDocument();
    expect(within(row).getByRole("link", { name: "agentskills.io" })).toHaveAttribute("target", "_blank");
    expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      "The format",
      "The content",
      "Archives",
    ]);
  });

  it("finds a rule by its id and by its words, and says when there is none", async () => {
    render(<RulesSettings rules={rules} />);
    const field = screen.getByRole("searchbox", { name: "Find a rule" });
    await userEvent.type(field, "encrypted");
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
    await userEvent.clear(field);
    await userEvent.type(field, "zzz");
    expect(screen.getByText("No rule has these words")).toBeInTheDocument();
  });
});
