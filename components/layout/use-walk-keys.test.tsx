import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useRef } from "react";
import { describe, expect, it } from "vitest";
import { neighbourOf, useWalkKeys } from "./use-walk-keys";

describe("neighbourOf", () => {
  it("enters at the near end and stays at the far one", () => {
    const items = ["a", "b", "c"];
    expect([neighbourOf(items, -1, 1), neighbourOf(items, -1, -1)]).toEqual(["a", "c"]);
    expect([neighbourOf(items, 1, 1), neighbourOf(items, 1, -1)]).toEqual(["c", "a"]);
    expect([neighbourOf(items, 2, 1), neighbourOf(items, 0, -1)]).toEqual(["c", "a"]);
    expect(neighbourOf([], -1, 1)).toBeUndefined();
  });
});

function Lines() {
  const list = useRef<HTMLUListElement>(null);
  const { focusedAt } = useWalkKeys(list, "[data-stop]", "line");
  return (
    <>
      <ul ref={list}>
        {["one", "two"].map((name) => (
          <li key={name}>
            <button type="button" data-stop>
              {name}
            </button>
            <button type="button">more of {name}</button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => event.currentTarget.setAttribute("data-at", String(focusedAt()))}
      >
        where
      </button>
    </>
  );
}

describe("useWalkKeys", () => {
  it("walks from line to line, also from elsewhere in one, and says where it is", async () => {
    const user = userEvent.setup();
    render(<Lines />);
    await user.keyboard("j");
    expect(screen.getByRole("button", { name: "one" })).toHaveFocus();
    screen.getByRole("button", { name: "more of one" }).focus();
    await user.keyboard("j");
    expect(screen.getByRole("button", { name: "two" })).toHaveFocus();
    await user.click(screen.getByRole("button", { name: "where" }));
    expect(screen.getByRole("button", { name: "where" })).toHaveAttribute("data-at", "1");
    await user.keyboard("k");
    expect(screen.getByRole("button", { name: "one" })).toHaveFocus();
  });
});
