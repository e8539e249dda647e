import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SectionHead, SectionNote, SectionOpening } from "./section-head";

describe("SectionOpening", () => {
  it("takes the room of the head that comes in its place, and says nothing", () => {
    const { container, rerender } = render(<SectionOpening />);
    const height = /\bmin-h-\S+/;
    const [held] = container.firstElementChild?.className.match(height) ?? [];
    expect(container).toHaveTextContent(/^$/);
    rerender(<SectionHead title="Addresses" />);
    const [needed] = container.firstElementChild?.className.match(height) ?? [];
    expect(needed).toBeDefined();
    expect(held).toBe(needed);
  });
});

describe("SectionHead", () => {
  it("names its section, and says how it stands once that is known", () => {
    const { rerender } = render(<SectionHead title="Addresses" />);
    expect(screen.getByRole("heading", { name: "Addresses" })).toBeVisible();
    rerender(<SectionHead title="Addresses" said="2 addresses" />);
    expect(screen.getByText("2 addresses")).toBeVisible();
  });
});

describe("SectionNote", () => {
  it("says in a sentence that there is nothing yet", () => {
    render(<SectionNote>No address yet.</SectionNote>);
    expect(screen.getByText("No address yet.")).toBeVisible();
  });
});
