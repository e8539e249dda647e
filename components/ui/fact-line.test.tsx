import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FactLine } from "./fact-line";

describe("FactLine", () => {
  it("lists what there is to say, and leaves out what there is not", () => {
    const hook: string | null = null;
    render(
      <FactLine>
        Git repository
        {hook}
        <>synced today</>
        {false}
      </FactLine>,
    );
    const facts = screen.getAllByRole("listitem").map((item) => item.textContent);
    expect(facts).toEqual(["Git repository", "synced today"]);
  });
});
