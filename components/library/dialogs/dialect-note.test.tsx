import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { agreementOf } from "@/lib/dialects/host-agreements";
import { DialectNote } from "./dialect-note";

describe("what is said of a dialect", () => {
  it("names the release it agrees with, the day of the check and each known difference", () => {
    const { container } = render(<DialectNote dialect="claude-code" />);
    const agreement = agreementOf("claude-code");
    expect(container.textContent).toContain(
      `Agrees with ${agreement?.version}, checked on ${agreement?.checked}`,
    );
    for (const difference of agreement?.differences ?? []) expect(screen.getByText(difference)).toBeDefined();
    expect(screen.getAllByRole("listitem").length).toBe(agreement?.differences.length);
  });

  it("claims nothing of a host that was not run", () => {
    const { container } = render(<DialectNote dialect="orion" />);
    expect(container.textContent).toContain("the host itself was not run");
    expect(container.textContent).not.toContain("Agrees");
  });

  it("says nothing of the dialect that is Greenroom's own", () => {
    expect(render(<DialectNote dialect="standard" />).container.textContent).toBe("");
  });
});
