import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type EventKind, EventLine, eventLooks } from "./event-line";

const kinds: EventKind[] = ["catalogue", "activated", "already", "resource", "refused"];

describe("EventLine", () => {
  it.each(kinds)("says %s with icon, word and its own hue, never with the hue alone", (kind) => {
    const { container } = render(<EventLine kind={kind} word="The word" effect="+12 tokens" />);
    expect(screen.getByText("The word")).toHaveClass(eventLooks[kind].hue);
    expect(container.querySelector("svg")).toHaveClass(eventLooks[kind].hue);
    expect(screen.getByText("+12 tokens")).toBeVisible();
  });

  it("gives the five kinds five hues and five icons", () => {
    expect(new Set(kinds.map((kind) => eventLooks[kind].hue)).size).toBe(5);
    expect(new Set(kinds.map((kind) => eventLooks[kind].icon)).size).toBe(5);
  });

  it("is a button only where it selects, and then says whether it is the current one", async () => {
    const select = vi.fn();
    const { rerender } = render(<EventLine kind="refused" word="Refused" />);
    expect(screen.queryByRole("button")).toBeNull();
    rerender(<EventLine kind="refused" word="Refused" onClick={select} selected />);
    const line = screen.getByRole("button", { name: /^Refused/ });
    expect(line).toHaveAttribute("aria-current", "true");
    await userEvent.click(line);
    expect(select).toHaveBeenCalledOnce();
  });
});
