import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { listRules } from "@/lib/library/list-rules";
import { RulesSettings } from "./rules-settings";

describe("RulesSettings", () => {
  it("lists every rule under its own anchor, with what to do and where it comes from", () => {
    const rules = listRules();
    const { container } = render(<RulesSettings rules={rules} />);
    for (const { id } of rules) expect(container.querySelector(`#${CSS.escape(id)}`)).not.toBeNull();
    const row = container.querySelector<HTMLElement>("#frontmatter-missing");
    if (!row) throw new Error("The rule has no row.");
    expect(within(row).getByText("Error when strict")).toBeInTheDocument();
    expect(within(row).getByText("Begin with ---, name, description, ---.")).toBeInTheDocument();
    expect(within(row).getByRole("link", { name: "agentskills.io" })).toHaveAttribute("target", "_blank");
  });

  it("finds a rule by its id and by its words, and says when there is none", async () => {
    render(<RulesSettings rules={listRules()} />);
    const field = screen.getByRole("searchbox", { name: "Find a rule" });
    await userEvent.type(field, "archive-encrypted");
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
    await userEvent.clear(field);
    await userEvent.type(field, "zzz");
    expect(screen.getByText("No rule has these words")).toBeInTheDocument();
  });
});
