import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type EventKind, EventLine, eventLooks } from "./event-line";

const kinds = Object.keys(eventLooks) as EventKind[];

describe("EventLine", () => {
  it.each(kinds)("says what a %s event is and what it did in words", (kind) => {
    const { container } = render(
      <EventLine kind={kind} word="Activated" effect="+12 tokens">
        incident-triage
      </EventLine>,
    );
    expect(container).toHaveTextContent(/^Activated incident-triage ?\+12 tokens$/);
  });

  it("draws each kind differently, so that no two are told apart by their colour alone", () => {
    const { container } = render(kinds.map((kind) => <EventLine key={kind} kind={kind} word="Said" />));
    const drawings = [...container.querySelectorAll("svg")].map(({ innerHTML }) => innerHTML);
    expect(drawings).toHaveLength(kinds.length);
    expect(new Set(drawings).size).toBe(kinds.length);
  });

  it("hides its drawing from readers: the word says it", () => {
    const { container } = render(<EventLine kind="refused" word="Refused" />);
    expect(container.querySelector("svg")).toHaveAttribute("aria-hidden", "true");
    expect(screen.queryByRole("img")).toBeNull();
  });

  it("is a button only where it selects, and then says whether it is the current one", async () => {
    const select = vi.fn();
    const { rerender } = render(<EventLine kind="refused" word="Refused" />);
    expect(screen.queryByRole("button")).toBeNull();
    rerender(<EventLine kind="refused" word="Refused" onClick={select} />);
    expect(screen.getByRole("button", { name: /^Refused/ })).not.toHaveAttribute("aria-current");
    rerender(<EventLine kind="refused" word="Refused" onClick={select} selected />);
    const line = screen.getByRole("button", { name: /^Refused/ });
    expect(line).toHaveAttribute("aria-current", "true");
    await userEvent.click(line);
    expect(select).toHaveBeenCalledOnce();
  });
});
